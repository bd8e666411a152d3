package okibi.bench.runner

import java.io.File
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths, StandardCopyOption}
import java.security.MessageDigest

/** Where children find their classes: in jars, and those of Spark in an archive that they map rather than find, read and check them again: a third of
  * what Spark takes to start and to run its first queries, the same for every variant. It is the virtual machine's own class data sharing (JEP 350), which
  * knows of jars only, and of none that come by `--jars`. A machine that cannot use the archive goes without it.
  *
  * @param submission how applications of Spark are started
  * @param own        jars of all modules of Okibi, for the jobs that are none
  */
final case class SharedClasses(submission: Submission, own: Seq[Path], archive: Option[Path]) {

  /** Of a job that is no application of Spark; it begins with what the archive was made from. */
  def classPath: String = (submission.beside ++ own).mkString(File.pathSeparator)

  def jvmArgs: Seq[String] = archive.toSeq.flatMap(file => Seq("-Xshare:auto", s"-XX:SharedArchiveFile=$file"))
}

object SharedClasses {

  /** The classes of this build, with their archive, which is made now if it is not there; it takes half a minute.
    *
    * @param folder   where jars and archive are kept from run to run; what other builds left there goes
    * @param plugin   the plugin's jar
    * @param job      main class of the job whose classes the archive holds
    * @param children that find their classes so, to make the archive from one of them
    */
  def of(folder: Path, plugin: Path, job: String, children: SharedClasses => ChildJvm): SharedClasses = {
    val entries = JavaCommand.ownClassPath.split(File.pathSeparatorChar).toSeq.map(Paths.get(_)).filter(Files.exists(_))
    val home = Files.createDirectories(folder.resolve(digest(entries :+ plugin)))
    val jars = entries.zipWithIndex.map { case (entry, index) =>
      if (Files.isDirectory(entry)) home.resolve(s"classes-$index.jar") else entry
    }
    val archive = home.resolve("classes.jsa")
    val isNew = !Files.exists(archive)
    if (isNew) {
      forgetOthers(folder, home)
      entries.zip(jars).foreach { case (entry, jar) => if (entry != jar) ClassFolder.toJar(entry, jar) }
    }
    val submission = Submission.of(jars, plugin)
    val plain = SharedClasses(submission, jars.filterNot(submission.beside.toSet), None)
    if (isNew) make(archive, job, children(plain))
    plain.copy(archive = Some(archive).filter(Files.exists(_)))
  }

  private def make(archive: Path, job: String, children: ChildJvm): Unit = {
    val part = archive.resolveSibling("part.jsa")
    children.run(
      Variant("archive of classes", job, ujson.Obj(), "1g"),
      "archive",
      Seq(s"-XX:ArchiveClassesAtExit=$part")
    )
    if (Files.exists(part)) Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE)
    ()
  }

  private def forgetOthers(folder: Path, own: Path): Unit =
    folder.toFile.listFiles.foreach(other => if (other.toPath != own) RunScope.delete(other.toPath))

  /** Of what the classes depend on: the virtual machine, and each file's name, size and time. */
  private def digest(entries: Seq[Path]): String = {
    val files = entries.flatMap(entry => if (Files.isDirectory(entry)) ClassFolder.files(entry) else Seq(entry))
    val lines = System.getProperty("java.vm.version") +: files.map(file =>
      s"$file ${Files.size(file)} ${Files.getLastModifiedTime(file)}"
    )
    MessageDigest
      .getInstance("SHA-256")
      .digest(lines.mkString("\n").getBytes(UTF_8))
      .take(8)
      .map(byte => f"$byte%02x")
      .mkString
  }
}
