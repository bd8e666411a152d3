package okibi.mapreduce

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._
import scala.sys.process._

import munit.FunSuite

/** Disks without room: a file system of six megabytes where one may be mounted, and files that may not grow, which any user can have. */
class CollectorFullDiskSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "full-disk"),
    Attempt.delete
  )

  private def mounted(disk: Path): Seq[String] =
    Seq(
      "unshare",
      "--mount",
      "--map-root-user",
      "sh",
      "-c",
      """mount -t tmpfs -o size=6m tmpfs "$0" && exec "$@"""",
      disk.toString
    )

  /** @param blocks of 512 bytes, which is what a POSIX shell counts in */
  private def limited(blocks: Int): Seq[String] = Seq("sh", "-c", """ulimit -f "$0" && exec "$@"""", blocks.toString)

  /** Why no file system can be mounted here; None where one can. */
  private def forbidden(disk: Path): Option[String] = {
    val said = new StringBuilder
    val log = ProcessLogger(line => said.append(line).append(' '))
    val exit =
      try (mounted(disk) :+ "true").!(log)
      catch { case e: java.io.IOException => said.append(e.getMessage); -1 }
    if (exit == 0) None else Some(said.toString.trim)
  }

  private def assertFailsWell(folder: Path, disk: Path, phases: Seq[String], under: Seq[String]): Unit = {
    val child = new ChildJvm(folder, FullDiskMain.getClass, disk.toString +: phases, Seq("-Xmx256m"), under = under)
    val exit = child.await()
    val lines = child.lines
    assertEquals(exit, 0, lines.takeRight(30).mkString("\n"))
    phases.foreach { phase =>
      val told = lines.filter(_.startsWith(s"$phase: "))
      assertEquals(told.size, 3, lines.mkString("\n"))
      assert(
        told.head.contains(s"$disk") && told.head.matches(".* \\d+ bytes wanted, .*\\d+ bytes free in .*"),
        told.head
      )
      assertEquals(told.tail, Seq(s"$phase: files left 0", s"$phase: next attempt 100"))
    }
  }

  folder.test(
    "a full disk: the error names the folder and the bytes wanted, no file is left, and the next attempt works when there is room"
  ) { folder =>
    val disk = Files.createDirectories(folder.resolve("disk"))
    forbidden(disk) match {
      case None => assertFailsWell(folder, disk, FullDiskMain.phases, mounted(disk))
      case Some(why) =>
        println(
          s"CollectorFullDiskSuite: no file system can be mounted here ($why); only files that may not grow are tested"
        )
    }
  }

  // A spill has about a megabyte.
  Seq(1024 -> FullDiskMain.phases.take(1), 4096 -> FullDiskMain.phases.drop(1)).foreach { case (blocks, phases) =>
    folder.test(s"a file that may not grow, ${phases.mkString(" and ")}: the same") { folder =>
      assertFailsWell(folder, Files.createDirectories(folder.resolve("disk")), phases, limited(blocks))
    }
  }
}
