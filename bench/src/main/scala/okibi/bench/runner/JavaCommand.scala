package okibi.bench.runner

import java.io.File
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

import scala.io.Source

/** The command line of a child JVM: the parent's Java and class path, with what Spark needs opened. */
object JavaCommand {

  /** Flags of `okibi/jvm.opens`, which the build fills in from the root pom. */
  lazy val opens: Seq[String] = {
    val in = Option(getClass.getResourceAsStream("/okibi/jvm.opens"))
      .getOrElse(throw new IllegalStateException("okibi/jvm.opens is not on the class path: this is a bug of Okibi's build."))
    try Source.fromInputStream(in, UTF_8.name).mkString.trim.split("\\s+").toSeq
    finally in.close()
  }

  /** @param before    folders that come before the class path
    * @param classPath the parent's, if not another
    */
  def apply(mainClass: String, jvmArgs: Seq[String], args: Seq[String], before: Seq[Path] = Nil, classPath: Option[String] = None): Seq[String] = {
    val all = (before.map(_.toString) :+ classPath.getOrElse(System.getProperty("java.class.path"))).mkString(File.pathSeparator)
    Seq(s"${System.getProperty("java.home")}/bin/java") ++ opens ++ jvmArgs ++ Seq("-cp", all, mainClass) ++ args
  }
}
