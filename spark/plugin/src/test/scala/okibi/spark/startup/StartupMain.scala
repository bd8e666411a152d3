package okibi.spark.startup

import okibi.spark.store.LocalSpark

/** An application of one task that caches nothing. */
object StartupMain {
  def main(args: Array[String]): Unit =
    LocalSpark.withContext(
      storageMb = 64,
      cores = 1,
      plugin = true,
      "spark.ui.enabled" -> "true",
      "spark.ui.port" -> "0"
    ) { context =>
      println(s"count=${context.parallelize(1 to 100, 1).count()}")
    }
}
