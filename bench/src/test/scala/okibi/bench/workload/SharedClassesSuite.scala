package okibi.bench.workload

import java.nio.file.{Files, Path}
import java.util.jar.JarFile

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.benchmark.StandardVariants
import okibi.bench.fixture.{ClassesJob, PluggedJob, PluginOfFolders, TempFolder}
import okibi.bench.protocol.Job
import okibi.bench.runner.{ChildLauncher, ClassFolder, RunScope, SharedClasses, Variant}

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class SharedClassesSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  folder.test(
    "an archive is made once, and children find their classes in it, except the plugin's, which come by --jars"
  ) { folder =>
    val scope = new RunScope(folder)
    try {
      val logs = folder.resolve("logs")
      val kept = Files.createDirectories(folder.resolve("classes"))
      Files.createDirectories(kept.resolve("of-another-build"))
      val plugin = PluginOfFolders.write(folder.resolve("plugin.jar"))
      def shared = SharedClasses.of(
        kept,
        plugin,
        ArchiveJob.mainClass,
        classes => new ChildLauncher(scope, logs, shared = Some(classes))
      )
      val archive = shared.archive.getOrElse(fail(s"no archive: ${Files.readString(logs.resolve("archive.log"))}"))
      val modified = Files.getLastModifiedTime(archive)
      assertEquals(shared.archive, Some(archive))
      assertEquals(Files.getLastModifiedTime(archive), modified)
      assertEquals(kept.toFile.list().toSeq, Seq(archive.getParent.getFileName.toString))
      def answer(name: String, job: Job, conf: (String, String)*): Either[String, ujson.Value] =
        new ChildLauncher(scope, logs, shared = Some(shared))
          .run(Variant(name, job.mainClass, ujson.Obj(), "512m", conf), name, Seq("-Xlog:class+load:file=loaded.log"))
          .map(_.answer)
      assertEquals(answer("no application", ClassesJob), Right(ujson.True), "the archive is used")
      val (archived, plugged) = (ujson.Str("from the archive"), ujson.Str("by --jars, at work"))
      assertEquals(answer("okibi", PluggedJob, StandardVariants.pluginConf: _*), Right(ujson.Arr(archived, plugged)))
      assertEquals(answer("stock", PluggedJob), Right(ujson.Arr(archived, ujson.Str("by --jars, idle"))))
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
