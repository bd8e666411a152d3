package okibi.mapreduce

import java.io.IOException
import java.nio.file.{Files, Path, Paths}

import org.apache.hadoop.io.{BytesWritable, Text}

/** What runs where six megabytes are the most that can be written, or fewer to a file: attempts that do not fit, each followed by one that does. */
object FullDiskMain {

  /** SpillFixture alone are too much; spills fit but not what they are merged to; one record is too much. */
  private val records: Seq[(String, () => Iterator[MapRecord])] = Seq(
    "spilling" -> (() => FailureSuite.records(100000)),
    "merging" -> (() => FailureSuite.records(40000)),
    "largest record" -> (() => Iterator(MapRecord(new Text("k"), new BytesWritable(new Array[Byte](20 << 20)), 0)))
  )

  val phases: Seq[String] = records.map(_._1)

  def main(args: Array[String]): Unit =
    records.foreach { case (phase, of) => if (args.tail.contains(phase)) attempts(Paths.get(args.head), phase, of()) }

  private def attempts(disk: Path, phase: String, records: Iterator[MapRecord]): Unit = {
    val job = Attempt.job(classOf[Text], classOf[BytesWritable], 2)
    def attempt(name: String): Attempt =
      new Attempt(new org.apache.hadoop.mapred.JobConf(job), Files.createDirectories(disk.resolve(name)))
    val first = attempt("first")
    try println(s"$phase: no error, ${first.run(Attempt.ours(), records).partitions.map(_.size).sum} records")
    catch { case e: IOException => println(s"$phase: ${e.getMessage}") }
    println(s"$phase: files left ${first.files.size}")
    println(
      s"$phase: next attempt ${attempt("second").run(Attempt.ours(), FailureSuite.records(100)).partitions.map(_.size).sum}"
    )
    Attempt.files(disk).foreach(Files.delete)
  }
}
