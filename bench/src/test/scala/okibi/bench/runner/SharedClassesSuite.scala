package okibi.bench.runner

import java.nio.file.{Files, Path}
import java.util.jar.JarFile

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.TempFolder

import munit.FunSuite

class SharedClassesSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  folder.test("an archive is made once, and children find their classes in it") { folder =>
    val scope = new RunScope(folder)
    try {
      val logs = folder.resolve("logs")
      val kept = Files.createDirectories(folder.resolve("classes"))
      Files.createDirectories(kept.resolve("of-another-build"))
      val shared = SharedClasses.of(kept, new ChildJvm(scope, logs)).getOrElse(fail(s"no archive: ${Files.readString(logs.resolve("archive.log"))}"))
      val made = Files.getLastModifiedTime(shared.archive)
      assertEquals(SharedClasses.of(kept, new ChildJvm(scope, logs)).map(_.archive), Some(shared.archive))
      assertEquals(Files.getLastModifiedTime(shared.archive), made)
      assertEquals(kept.toFile.list().toSeq, Seq(shared.archive.getParent.getFileName.toString))
      val found = new ChildJvm(scope, logs, shared = Some(shared)).run(Variant("a", ClassesJob.mainClass, ujson.Obj(), "512m"), "a", Seq("-Xlog:class+load:file=loaded.log"))
      assertEquals(found.map(_.answer), Right(ujson.True))
    } finally scope.close()
  }

  folder.test("a folder of classes becomes a jar with the same files") { folder =>
    write(folder.resolve("in/a/b.class"), "b")
    write(folder.resolve("in/c.txt"), "c")
    val jar = folder.resolve("out.jar")
    ClassFolder.toJar(folder.resolve("in"), jar)
    val file = new JarFile(jar.toFile)
    try assertEquals(file.stream.map[String](entry => entry.getName).toArray.toSeq, Seq[AnyRef]("a/b.class", "c.txt"))
    finally file.close()
    assertEquals(folder.toFile.list().toSet, Set("in", "out.jar"))
  }
}
