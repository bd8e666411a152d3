package okibi.spark.store

import java.nio.file.{Files, Paths}

import org.apache.spark.{SparkConf, SparkContext}

/** Embedded Spark for suites: a new context for each test, with little storage memory. */
object LocalSpark {

  /** @param storageMb storage memory in MB, on the heap
    * @param settings  further configuration
    */
  def withContext[T](storageMb: Int, cores: Int, plugin: Boolean, settings: (String, String)*)(
      body: SparkContext => T
  ): T = {
    val local = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "spark-local")
    val conf = new SparkConf(false)
      .setMaster(s"local[$cores, 1]")
      .setAppName("suite")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.driver.bindAddress", "127.0.0.1")
      .set("spark.local.dir", local.toString)
      .set("spark.testing.memory", (storageMb * 10L / 6 * (1 << 20)).toString)
      .set("spark.testing.reservedMemory", "0")
    if (plugin) conf.set("spark.plugins", "okibi.spark.OkibiPlugin")
    settings.foreach { case (key, value) => conf.set(key, value) }
    val context = new SparkContext(conf)
    context.setLogLevel("ERROR")
    try body(context)
    finally context.stop()
  }

  def withOkibi[T](storageMb: Int, settings: (String, String)*)(body: SparkContext => T): T =
    withContext(storageMb, cores = 2, plugin = true, settings: _*)(body)
}
