package okibi.mapreduce

import java.nio.file.{Files, Paths}

import okibi.core.kit.WaitUntil

import org.junit.experimental.categories.Category

import org.apache.hadoop.io.{BytesWritable, Text}
import org.apache.hadoop.mapreduce.{MRConfig, MRJobConfig, Reducer}

/** JVMs that are killed during their work, as YARN kills them: with SIGTERM, which runs shutdown hooks, or with
  * SIGKILL. The files that they leave are in the attempt's folder, which YARN deletes.
  */
@Category(Array(classOf[Process]))
class KilledSuite extends AttemptFixture {

  private val signals = Seq[(String, Int, Process => Unit)](
    ("SIGTERM", 15, _.destroy()),
    ("SIGKILL", 9, process => process.destroyForcibly())
  )

  for {
    (signal, number, kill) <- signals
    (work, started) <- Seq("collects" -> "spill2.out", "merges" -> "file.out")
  } folder.test(
    s"an attempt that gets a $signal while it $work leaves spills in its folder and no other files"
  ) { folder =>
    val own = Files.createDirectories(folder.resolve("local/attempt"))
    val child = new ForkedJvm(folder, KilledAttemptMain.getClass, Seq(own.toString, work))
    val file = own.resolve("output").resolve(started)
    try WaitUntil(s"the child writes $file", 240)(!child.process.isAlive || Files.exists(file))
    finally kill(child.process)
    assertEquals(child.await(), 128 + number, child.lines.mkString("\n"))
    val left = Attempt.files(own).map(own.relativize(_).toString)
    assert(left.contains(s"output/$started") && left.forall(_.matches("output/(spill\\d+|file)[.]out")), left)
    Attempt.delete(own)
    assertEquals(Attempt.files(folder).map(folder.relativize(_).toString), Seq("log"))
  }
}

/** The main class of a child JVM that collects for ever, or stays inside a merge. */
object KilledAttemptMain {
  def main(args: Array[String]): Unit = {
    val job = Attempt.job(classOf[Text], classOf[BytesWritable], 2)
    if (args(1) == "merges")
      job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, classOf[WaitingCombiner], classOf[Reducer[_, _, _, _]])
    val many = Iterator.continually(FailureSuite.records(20000)).flatten
    new Attempt(job, Paths.get(args(0)))
      .run(Attempt.okibiCollector(), if (args(1) == "merges") many.take(60000) else many)
  }
}

/** Passes all records on, and never ends once the file of the map output exists. */
final class WaitingCombiner extends Reducer[Text, BytesWritable, Text, BytesWritable] {
  override def run(context: Reducer[Text, BytesWritable, Text, BytesWritable]#Context): Unit = {
    while (Files.exists(Paths.get(context.getConfiguration.get(MRConfig.LOCAL_DIR), "output/file.out")))
      Thread.sleep(1000)
    super.run(context)
  }
}
