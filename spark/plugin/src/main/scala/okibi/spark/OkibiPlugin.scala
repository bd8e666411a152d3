package okibi.spark

import okibi.spark.internal.{DriverSide, ExecutorSide}
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, SparkPlugin}

/** What users name in `spark.plugins`. */
class OkibiPlugin extends SparkPlugin {
  override def driverPlugin(): DriverPlugin = new DriverSide
  override def executorPlugin(): ExecutorPlugin = new ExecutorSide
}
