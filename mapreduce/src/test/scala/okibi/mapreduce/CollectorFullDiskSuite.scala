package okibi.mapreduce

import java.nio.file.{Files, Path}

import scala.sys.process._

import org.junit.experimental.categories.Category

/** Full disks: a file system of six megabytes where the user may mount one, and files of limited size, which every user
  * can have.
  */
@Category(Array(classOf[Process]))
class CollectorFullDiskSuite extends AttemptFixture {

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

  /** @param blocks the limit of a file's size in blocks of 512 bytes, the unit of a POSIX shell */
  private def limited(blocks: Int): Seq[String] = Seq("sh", "-c", """ulimit -f "$0" && exec "$@"""", blocks.toString)

  /** The reason why this user cannot mount a file system; None where the user can. */
  private def mountError(disk: Path): Option[String] = {
    val message = new StringBuilder
    val log = ProcessLogger(line => message.append(line).append(' '))
    val exit =
      try (mounted(disk) :+ "true").!(log)
      catch { case e: java.io.IOException => message.append(e.getMessage); -1 }
    if (exit == 0) None else Some(message.toString.trim)
  }

  private def assertExplained(folder: Path, disk: Path, phases: Seq[String], under: Seq[String]): Unit = {
    val child = new ForkedJvm(folder, FullDiskMain.getClass, disk.toString +: phases, Seq("-Xmx256m"), under = under)
    val exit = child.await()
    val lines = child.lines
    assertEquals(exit, 0, lines.takeRight(30).mkString("\n"))
    phases.foreach { phase =>
      val messages = lines.filter(_.startsWith(s"$phase: "))
      assertEquals(messages.size, 3, lines.mkString("\n"))
      assert(
        messages.head.contains(s"$disk") &&
          messages.head.matches(".* of about \\d+ bytes cannot be written to .*\\d+ bytes are free in .*"),
        messages.head
      )
      assertEquals(messages.tail, Seq(s"$phase: files left 0", s"$phase: next attempt 100"))
    }
  }

  folder.test(
    "on a full disk the error names the folder and the wanted bytes, no file is left, and the next attempt works " +
      "once there is room"
  ) { folder =>
    val disk = Files.createDirectories(folder.resolve("disk"))
    mountError(disk) match {
      case None => assertExplained(folder, disk, FullDiskMain.phases, mounted(disk))
      case Some(error) =>
        println(
          s"CollectorFullDiskSuite: this user cannot mount a file system ($error); only files of limited size are " +
            "tested"
        )
    }
  }

  // A spill takes about a megabyte.
  Seq(1024 -> FullDiskMain.phases.take(1), 4096 -> FullDiskMain.phases.drop(1)).foreach { case (blocks, phases) =>
    folder.test(s"files of limited size fail in the same way: ${phases.mkString(" and ")}") { folder =>
      assertExplained(folder, Files.createDirectories(folder.resolve("disk")), phases, limited(blocks))
    }
  }
}
