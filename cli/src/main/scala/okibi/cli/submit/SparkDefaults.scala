package okibi.cli.submit

import java.nio.file.{Files, Path, Paths}
import java.util.Properties

/** The file of settings that spark-submit reads beside its arguments. */
object SparkDefaults {

  /** The file that `--properties-file` names, else spark-defaults.conf in SPARK_CONF_DIR or in Spark's own folder. */
  def file(options: Seq[(String, Option[String])], env: Map[String, String], home: Option[Path]): Option[Path] = {
    val named = options.reverseIterator.collectFirst { case ("--properties-file", Some(name)) => Paths.get(name) }
    val folder = env.get("SPARK_CONF_DIR").map(Paths.get(_)).orElse(home.map(_.resolve("conf")))
    named.orElse(folder.map(_.resolve("spark-defaults.conf")))
  }

  /** The settings; empty without the file. */
  def read(file: Option[Path]): Map[String, String] =
    file
      .filter(Files.isReadable(_))
      .map { path =>
        val properties = new Properties
        val in = Files.newBufferedReader(path)
        try properties.load(in)
        finally in.close()
        val settings = Map.newBuilder[String, String]
        properties.stringPropertyNames.forEach(key => settings += key -> properties.getProperty(key).trim)
        settings.result()
      }
      .getOrElse(Map.empty)
}
