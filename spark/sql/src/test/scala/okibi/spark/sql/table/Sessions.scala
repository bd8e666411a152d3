package okibi.spark.sql.table

import java.nio.file.{Files, Path, Paths}

import okibi.spark.kit.CachedTableFormat

import org.apache.spark.sql.SparkSession

/** Sessions whose cached tables are mapped, each with local directories of its own. */
object Sessions {

  /** @param body given the session and its local directory */
  def withSession[T](settings: (String, String)*)(body: (SparkSession, Path) => T): T = {
    val local = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "mapped")
    val builder = SparkSession
      .builder()
      .master("local[2]")
      .appName("suite")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.local.dir", local.toString)
      .config("spark.sql.shuffle.partitions", "2")
      .config("spark.sql.warehouse.dir", local.resolve("warehouse").toString)
      .config("spark.sql.cache.serializer", classOf[MappedTableSerializer].getName)
    settings.foreach { case (key, value) => builder.config(key, value) }
    CachedTableFormat.forget()
    val session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try body(session, local)
    finally {
      session.stop()
      SparkSession.clearActiveSession()
      SparkSession.clearDefaultSession()
      CachedTableFormat.forget()
    }
  }
}
