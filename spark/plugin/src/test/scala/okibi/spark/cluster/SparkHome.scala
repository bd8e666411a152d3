package okibi.spark.cluster

import java.io.File
import java.nio.channels.FileChannel
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.util.concurrent.TimeUnit

/** A folder with the jars of Spark and of its dependencies, as in an unpacked release, linked from this JVM's class
  * path. The plugin is not among them.
  *
  * @param archive Spark's classes as a JVM keeps them (class data sharing, JEP 350): JVMs that map them start with a
  *                third less work. None if this JVM's version cannot make one
  */
final class SparkHome private (val folder: Path, archive: Option[Path]) {

  /** Options of every JVM of a cluster. They live for seconds, five at a time on two cores. */
  val jvmOptions: Seq[String] =
    SparkHome.brief ++ archive.toSeq.flatMap(file => Seq("-Xshare:auto", s"-XX:SharedArchiveFile=$file"))

  /** The class path of Spark's processes. Executors get the same from their worker, so that one archive serves all. */
  val classPath: String = SparkHome.classPath(folder)
}

object SparkHome {
  private val brief = Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")

  /** The home of this class path. The first JVM that asks makes it, others wait.
    *
    * @param work where homes are kept
    */
  def in(work: Path): SparkHome = synchronized {
    val folder = Files.createDirectories(work.resolve("spark-home"))
    val lock = FileChannel.open(work.resolve("spark-home.lock"), CREATE, WRITE)
    try {
      lock.lock()
      val made = folder.resolve("made-of")
      val archive = folder.resolve("classes.jsa")
      val wanted = (System.getProperty("java.vm.version") +: jars).mkString("\n")
      if (!Files.exists(made) || new String(Files.readAllBytes(made), UTF_8) != wanted) {
        Files.deleteIfExists(archive)
        link(folder.resolve("jars"))
        makeArchive(work, folder, archive)
        Files.write(made, wanted.getBytes(UTF_8))
      }
      new SparkHome(folder, Some(archive).filter(Files.exists(_)))
    } finally lock.close()
  }

  private def jars: Seq[Path] =
    System.getProperty("java.class.path").split(File.pathSeparatorChar).toSeq.map(Paths.get(_)).filter { entry =>
      val name = entry.getFileName.toString
      val foreign = Seq("okibi", "munit", "scalacheck", "fory", "surefire", "junit").exists(name.startsWith(_))
      name.endsWith(".jar") && !foreign
    }

  private def link(folder: Path): Unit = {
    Option(folder.toFile.listFiles).toSeq.flatten.foreach(file => Files.delete(file.toPath))
    Files.createDirectories(folder)
    jars.foreach { jar =>
      val link = folder.resolve(jar.getFileName)
      if (!Files.exists(link)) Files.createSymbolicLink(link, jar)
    }
  }

  /** As Spark's launcher puts it together for executors. */
  private def classPath(home: Path): String = {
    val jars = home.resolve("jars")
    val slf4j = Option(jars.toFile.listFiles).toSeq.flatten.filter(_.getName.startsWith("slf4j-api"))
    ((home.resolve("conf").toString +: slf4j.map(_.toString)) :+
      (jars.toString + File.separator + "*")).mkString(File.pathSeparator)
  }

  /** Runs a short application. At its end, the JVM writes the classes that it loaded. */
  private def makeArchive(work: Path, home: Path, archive: Path): Unit = {
    val app = TestCluster.jarOf(Paths.get(System.getProperty("okibi.test.classes")), work.resolve("archived.jar"))
    val part = archive.resolveSibling("part.jsa")
    val command = java(brief :+ s"-XX:ArchiveClassesAtExit=$part", classPath(home)) ++
      Seq("org.apache.spark.deploy.SparkSubmit", "--master", "local[2]", "--conf", "spark.ui.enabled=false") ++
      Seq("--class", ArchivedJob.getClass.getName.stripSuffix("$"), app.toString)
    val log = work.resolve("archive.log").toFile
    val builder = new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(log)
    builder.environment().put("SPARK_HOME", home.toString)
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1")
    val process = builder.start()
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly()
      throw new IllegalStateException(s"the application that makes the archive did not end within 5 minutes, see $log")
    }
    if (Files.exists(part)) Files.move(part, archive)
    Files.delete(app)
  }

  /** The beginning of a command that starts a JVM of a cluster. */
  def java(options: Seq[String], classPath: String): Seq[String] =
    Seq(Paths.get(System.getProperty("java.home"), "bin", "java").toString, "-Xmx512m") ++ options ++
      System.getProperty("okibi.jvm.opens").split(' ') ++ Seq("-cp", classPath)
}
