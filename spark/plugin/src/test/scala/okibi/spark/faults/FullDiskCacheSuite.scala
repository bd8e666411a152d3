package okibi.spark.faults

import org.junit.experimental.categories.Category

import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

import scala.concurrent.duration._

/** A disk that is really full: a small file system in a mount namespace of the job. */
@Category(Array(classOf[Process]))
class FullDiskCacheSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def run(folder: Path, megabytes: Int): Seq[String] = {
    val disk = Files.createDirectories(folder.resolve("disk"))
    val log = folder.resolve("log")
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val opens = System.getProperty("okibi.jvm.opens").split(' ')
    val mount = s"""mount -t tmpfs -o size=${megabytes}m tmpfs "$$0" && exec "$$@""""
    val command = Seq(
      "unshare",
      "--mount",
      "--map-root-user",
      "sh",
      "-c",
      mount,
      disk.toString,
      java,
      "-Xmx512m",
      s"-Djava.io.tmpdir=$disk"
    ) ++
      opens ++ Seq("-cp", System.getProperty("java.class.path"), "okibi.spark.faults.FullDiskJob")
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(log.toFile).start()
    assert(process.waitFor(4, TimeUnit.MINUTES), s"the job did not end, see $log")
    val lines = new String(Files.readAllBytes(log), "UTF-8").split('\n').toSeq
    assertEquals(process.exitValue(), 0, lines.takeRight(30).mkString("\n"))
    lines
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
