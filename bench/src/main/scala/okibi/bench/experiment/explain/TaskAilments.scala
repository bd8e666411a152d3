package okibi.bench.experiment.explain

import java.nio.file.{Files, Path}

import okibi.explain.finding.{
  DriverBoundRule,
  FewTasksRule,
  GarbageCollectionRule,
  LostWorkRule,
  SkewRule,
  SmallFilesRule,
  SmallTasksRule
}

import org.apache.spark.{SparkContext, TaskContext}

/** Applications that split work badly, wait, or work in vain. */
private[explain] object TaskAilments {

  object OneLongTask extends Ailment("one-long-task", SkewRule) {
    private val items = 400

    /** One of sixteen partitions has four fifths of the items. */
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val uneven = sc
        .parallelize(0 until 16, 16)
        .flatMap(p => if (p == 0) 0 until 4 * items / 5 else (4 * items / 5 until items).filter(_ % 15 == p - 1))
      (if (cured) uneven.repartition(16) else uneven)
        .map(i => Ailment.work(4L * units / items, i.toLong).toDouble)
        .sum()
    }
  }

  object OnePartition extends Ailment("one-partition", FewTasksRule) {
    private val items = 64
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val all = sc.parallelize(0 until items, 1)
      (if (cured) all.repartition(4) else all).map(i => Ailment.work(3L * units / items, i.toLong).toDouble).sum()
    }
  }

  object TinyTasks extends Ailment("tiny-tasks", SmallTasksRule) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val tasks = math.max(100, units / 1000)
      val all = sc.parallelize(0 until tasks, tasks)
      (if (cured) all.coalesce(math.max(2, tasks / 50)) else all).map(i => Ailment.work(2000, i.toLong).toDouble).sum()
    }
  }

  /** Lines in thousands of files; with the cure, the same lines in eight files. */
  object TinyFiles extends Ailment("tiny-files", SmallFilesRule) {
    private def input(folder: Path): Path = folder.resolve("lines")

    override def prepare(units: Int, cured: Boolean, folder: Path): Unit = {
      val lines = math.max(100, units / 1500)
      val files = if (cured) 8 else lines
      Files.createDirectories(input(folder))
      (0 until files).foreach { file =>
        Files.write(
          input(folder).resolve(s"part-$file"),
          (file until lines by files).map(i => s"$i the quick brown fox\n").mkString.getBytes("UTF-8")
        )
      }
    }

    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double =
      sc.textFile(input(folder).toString, 1)
        .map(line => Ailment.work(500, line.takeWhile(_ != ' ').toLong).toDouble)
        .sum()
  }

  /** Tasks that hold records for a while, in a heap that is nearly full of a table that all tasks read. */
  object FullHeap extends Ailment("full-heap", GarbageCollectionRule, heap = "700m") {
    private val heldRecords = 100000
    private lazy val table: Array[String] = Array.tabulate(8800000)(i => s"entry $i")

    override def curedHeap: String = "1400m"
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val size = table.length
      sc.parallelize(0 until 32, 32)
        .map { p =>
          (0 until units / 4).iterator
            .map(i => s"${table((i * 31 + p) % size)} seen by $p")
            .grouped(heldRecords)
            .map(_.map(_.length.toDouble).sum)
            .sum
        }
        .sum()
    }
  }

  object DriverWaits extends Ailment("driver-waits", DriverBoundRule) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double =
      (1 to 5).map { i =>
        if (!cured) Thread.sleep(units / 2000)
        sc.parallelize(0 until 8, 8).map(p => Ailment.work(units / 16, p.toLong + i).toDouble).sum()
      }.sum
  }

  object FailedOnce extends Ailment("failed-once", LostWorkRule, master = "local[2,4]") {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double =
      sc.parallelize(0 until 16, 16)
        .map { p =>
          val result = Ailment.work(units / 8, p.toLong).toDouble
          if (!cured && p % 2 == 0 && TaskContext.get().attemptNumber() == 0)
            throw new IllegalStateException("fails at first, on purpose")
          result
        }
        .sum()
  }

  val all: Seq[Ailment] = Seq(OneLongTask, OnePartition, TinyTasks, TinyFiles, FullHeap, DriverWaits, FailedOnce)
}
