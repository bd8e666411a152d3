package okibi.mapreduce

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

import org.junit.experimental.categories.Category
import munit.FunSuite

import org.apache.hadoop.io.{BytesWritable, Text}
import org.apache.hadoop.mapreduce.{MRConfig, MRJobConfig, Reducer}

/** JVMs that are ended in the middle of their work, as YARN ends them: asked first, which runs what waits for the end of a JVM, then not asked. What they leave is
  * in the attempt's own folder, which YARN deletes.
  */
@Category(Array(classOf[Process]))
class KilledSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "killed"),
    Attempt.delete
  )

  private val signals = Seq[(String, Int, Process => Unit)](
    ("SIGTERM", 15, _.destroy()),
    ("SIGKILL", 9, process => process.destroyForcibly())
  )

  for {
    (signal, number, kill) <- signals
    (work, started) <- Seq("collects" -> "spill2.out", "merges" -> "file.out")
  } folder.test(
    s"an attempt that gets a $signal while it $work leaves spills in its own folder, and nothing elsewhere"
  ) { folder =>
    val own = Files.createDirectories(folder.resolve("local/attempt"))
    val child = new ChildJvm(folder, KilledAttemptMain.getClass, Seq(own.toString, work))
    while (child.process.isAlive && !Files.exists(own.resolve("output").resolve(started))) Thread.sleep(1)
    kill(child.process)
    assertEquals(child.await(), 128 + number, child.lines.mkString("\n"))
    val left = Attempt.files(own).map(own.relativize(_).toString)
    assert(left.contains(s"output/$started") && left.forall(_.matches("output/(spill\\d+|file)[.]out")), left)
    Attempt.delete(own)
    assertEquals(Attempt.files(folder).map(folder.relativize(_).toString), Seq("log"))
  }
}

/** Collects for ever, or stays in the middle of a merge. */
object KilledAttemptMain {
  def main(args: Array[String]): Unit = {
    val job = Attempt.job(classOf[Text], classOf[BytesWritable], 2)
    if (args(1) == "merges")
      job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, classOf[WaitingCombiner], classOf[Reducer[_, _, _, _]])
    val many = Iterator.continually(FailureSuite.records(20000)).flatten
    new Attempt(job, Paths.get(args(0))).run(Attempt.ours(), if (args(1) == "merges") many.take(60000) else many)
  }
}

/** Changes nothing, and never ends once there is something of the map output. */
final class WaitingCombiner extends Reducer[Text, BytesWritable, Text, BytesWritable] {
  override def run(context: Reducer[Text, BytesWritable, Text, BytesWritable]#Context): Unit = {
    while (Files.exists(Paths.get(context.getConfiguration.get(MRConfig.LOCAL_DIR), "output/file.out")))
      Thread.sleep(1000)
    super.run(context)
  }
}
