package okibi.mapreduce

import java.nio.file.{Files, Paths}

import scala.concurrent.duration._

import munit.FunSuite

/** Records of any size in a JVM whose memory has a limit, in the heap and outside it: a merge holds neither all that are next in their spills, nor one of
  * each spill's largest.
  */
class LargeRecordsSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  /** A merge may take 16 megabytes; the rest is for the file that is written, and what codecs keep. */
  private lazy val said: Seq[String] = {
    val folder = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "large")
    val child = new ChildJvm(folder, LargeRecords.getClass, Nil, Seq("-Xmx64m", "-XX:MaxDirectMemorySize=20m"))
    child.await()
    try child.lines
    finally Attempt.delete(folder)
  }

  LargeRecords.jobs.foreach { job =>
    test(s"${job.name}: their merge has enough with little memory") {
      assertEquals(
        said.filter(_.startsWith(s"${job.name}: ")),
        Seq(s"${job.name}: ${LargeRecords.same}"),
        said.takeRight(30).mkString("\n")
      )
    }
  }
}
