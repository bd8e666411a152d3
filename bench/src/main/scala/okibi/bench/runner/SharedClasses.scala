package okibi.bench.runner

import java.io.File
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths, StandardCopyOption}
import java.security.MessageDigest

import okibi.bench.job.ArchiveJob

/** Classes that children map from an archive rather than find, read and check again: a third of what Spark takes to start and to run its first
  * queries, the same for every variant. It is the virtual machine's own class data sharing (JEP 350), which knows of jars only. A machine that
  * cannot use the archive goes without it.
  *
  * @param classPath of jars, with the same classes as this JVM's
  */
final case class SharedClasses(classPath: String, archive: Path) {
  def jvmArgs: Seq[String] = Seq("-Xshare:auto", s"-XX:SharedArchiveFile=$archive")
}

object SharedClasses {

  /** The archive of this build, made now if it is not there, which takes half a minute; nothing where it cannot be made.
    *
    * @param folder   where it is kept from run to run; what other builds left there goes
    * @param children that start the JVM which it is made from
    */
  def of(folder: Path, children: ChildJvm): Option[SharedClasses] = {
    val entries = JavaCommand.ownClassPath.split(File.pathSeparatorChar).toSeq.map(Paths.get(_))
    val own = Files.createDirectories(folder.resolve(digest(entries)))
    val jars = entries.zipWithIndex.map { case (entry, index) => if (Files.isDirectory(entry)) own.resolve(s"classes-$index.jar") else entry }
    val archive = own.resolve("classes.jsa")
    val shared = SharedClasses(jars.mkString(File.pathSeparator), archive)
    if (!Files.exists(archive)) {
      forgetOthers(folder, own)
      entries.zip(jars).foreach { case (entry, jar) => if (entry != jar) ClassFolder.toJar(entry, jar) }
      make(shared, children)
    }
    if (Files.exists(archive)) Some(shared) else None
  }

  private def make(shared: SharedClasses, children: ChildJvm): Unit = {
    val part = shared.archive.resolveSibling("part.jsa")
    val variant = Variant("archive of classes", ArchiveJob.mainClass, ujson.Obj(), "1g", classPath = shared.classPath)
    children.run(variant, "archive", Seq(s"-XX:ArchiveClassesAtExit=$part"))
    if (Files.exists(part)) Files.move(part, shared.archive, StandardCopyOption.ATOMIC_MOVE)
    ()
  }

  private def forgetOthers(folder: Path, own: Path): Unit =
    folder.toFile.listFiles.foreach(other => if (other.toPath != own) RunScope.delete(other.toPath))

  /** Of what the classes depend on: the virtual machine, and each file's name, size and time. */
  private def digest(entries: Seq[Path]): String = {
    val files = entries.filter(Files.exists(_)).flatMap(entry => if (Files.isDirectory(entry)) ClassFolder.files(entry) else Seq(entry))
    val lines = System.getProperty("java.vm.version") +: files.map(file => s"$file ${Files.size(file)} ${Files.getLastModifiedTime(file)}")
    MessageDigest.getInstance("SHA-256").digest(lines.mkString("\n").getBytes(UTF_8)).take(8).map(byte => f"$byte%02x").mkString
  }
}
