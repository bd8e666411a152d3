package okibi.spark.faults

import okibi.core.kit.ChildJvm

import org.junit.experimental.categories.Category

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

/** A disk that is really full: a small file system in a mount namespace of the job. */
@Category(Array(classOf[Process]))
class FullDiskCacheSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def run(folder: Path, megabytes: Int): Seq[String] = {
    val disk = Files.createDirectories(folder.resolve("disk"))
    ChildJvm.runOnDisk("okibi.spark.faults.FullDiskJob", folder.resolve("log"), Seq("-Xmx512m"), disk, megabytes)
  }

  test("on a full disk the task fails with the folder and the bytes needed, and cached data stay readable") {
    val folder = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "full-disk")
    val lines = run(folder, megabytes = 24)
    assert(lines.contains("before=4000 8000"), lines.mkString("\n"))
    val failed = lines.find(_.startsWith("failed=")).getOrElse(fail(lines.mkString("\n")))
    assert(failed.contains("No space left on device"), failed)
    assert(failed.contains(folder.resolve("disk").toString), failed)
    assert(failed.matches(".*needs more than [0-9]+ bytes in .*"), failed)
    assert(lines.contains("after=4000 8000"), lines.mkString("\n"))
  }
}
