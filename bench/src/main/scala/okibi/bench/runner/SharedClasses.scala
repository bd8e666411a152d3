package okibi.bench.runner

import java.io.File
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths, StandardCopyOption}
import java.security.MessageDigest

/** Where children find their classes: in jars, and Spark's classes in an archive. Children map the archive instead of
  * finding, reading and verifying these classes again, which is a third of the time that Spark takes to start and to
  * run its first queries, the same for every variant. The archive is the JVM's own class data sharing (JEP 350), which
  * supports jars only, and not the jars of `--jars`. A machine that cannot use the archive runs without it.
  *
  * @param submission how Spark applications are started
  * @param ownJars    jars of all modules of Okibi, for jobs that are no Spark applications
  */
final case class SharedClasses(submission: Submission, ownJars: Seq[Path], archive: Option[Path]) {

  /** Class path of a job that is no Spark application. It begins with the class path that the archive was made from. */
  def classPath: String = (submission.sparkJars ++ ownJars).mkString(File.pathSeparator)

  def jvmArgs: Seq[String] = archive.toSeq.flatMap(file => Seq("-Xshare:auto", s"-XX:SharedArchiveFile=$file"))
}

object SharedClasses {

  /** The classes of this build, with their archive. Makes the archive, in half a minute, when it is missing.
    *
    * @param folder   where jars and archive are kept from run to run; those of other builds are deleted
    * @param plugin   the plugin's jar
    * @param job      main class of the job whose classes the archive holds
    * @param children children that find their classes so; one of them makes the archive
    */
  def of(folder: Path, plugin: Path, job: String, children: SharedClasses => ChildLauncher): SharedClasses = {
    val entries = JavaCommand.ownClassPath.split(File.pathSeparatorChar).toSeq.map(Paths.get(_)).filter(Files.exists(_))
    val home = Files.createDirectories(folder.resolve(digest(entries :+ plugin)))
    val jars = entries.zipWithIndex.map { case (entry, index) =>
      if (Files.isDirectory(entry)) home.resolve(s"classes-$index.jar") else entry
    }
    val archive = home.resolve("classes.jsa")
    val isNew = !Files.exists(archive)
    if (isNew) {
      deleteOthers(folder, home)
      entries.zip(jars).foreach { case (entry, jar) => if (entry != jar) ClassFolder.toJar(entry, jar) }
    }
    val submission = Submission.of(jars, plugin)
    val plain = SharedClasses(submission, jars.filterNot(submission.sparkJars.toSet), None)
    if (isNew) make(archive, job, children(plain))
    plain.copy(archive = Some(archive).filter(Files.exists(_)))
  }

  private def make(archive: Path, job: String, children: ChildLauncher): Unit = {
    val part = archive.resolveSibling("part.jsa")
    children.run(
      Variant("archive of classes", job, ujson.Obj(), "1g"),
      "archive",
      Seq(s"-XX:ArchiveClassesAtExit=$part")
    )
    if (Files.exists(part)) Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE)
    ()
  }

  private def deleteOthers(folder: Path, kept: Path): Unit =
    folder.toFile.listFiles.foreach(other => if (other.toPath != kept) RunScope.delete(other.toPath))

  /** A digest of what the classes depend on: the JVM's version, and each file's name, size and time. */
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
