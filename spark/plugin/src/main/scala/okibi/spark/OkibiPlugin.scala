package okibi.spark

import okibi.spark.internal.{DriverSide, ExecutorSide}
import okibi.spark.shims.SparkBuild
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, SparkPlugin}

/** The class that users name in `spark.plugins`. On a Spark for which this jar was not built, it has no driver side and
  * no executor side; see [[SparkBuild]].
  */
class OkibiPlugin extends SparkPlugin {
  override def driverPlugin(): DriverPlugin = if (SparkBuild.isOurs) new DriverSide else null
  override def executorPlugin(): ExecutorPlugin = if (SparkBuild.isOurs) new ExecutorSide else null
}
