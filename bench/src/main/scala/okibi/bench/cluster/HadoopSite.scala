package okibi.bench.cluster

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** Writes Hadoop's configuration as the files that its processes look for on their class path. */
object HadoopSite {

  /** Hadoop reads its files in this order, and the defaults of each file before the file: a setting that is in every
    * file is overridden by none.
    */
  private val files = Seq("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml")

  /** Writes the settings to a folder, and returns the folder. */
  def write(folder: Path, settings: Seq[(String, String)]): Path = {
    val properties = settings.map { case (key, value) =>
      s"  <property><name>${escaped(key)}</name><value>${escaped(value)}</value></property>\n"
    }
    val text = s"""<?xml version="1.0" encoding="UTF-8"?>\n<configuration>\n${properties.mkString}</configuration>\n"""
    Files.createDirectories(folder)
    files.foreach(file => Files.write(folder.resolve(file), text.getBytes(UTF_8)))
    folder
  }

  private def escaped(text: String): String = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
}
