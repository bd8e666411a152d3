package okibi.bench.experiment.explain

import java.nio.file.Path

import org.apache.spark.SparkContext

/** An application whose event log is explained.
  *
  * @param heap      of its JVM
  * @param conf      its settings
  * @param master    of Spark
  * @param usesDisks whether its shuffles go to simulated disks, whose number
  *                  [[okibi.bench.machine.device.ShuffleDirs.using]] sets
  */
abstract class ExplainedApplication(
    val name: String,
    val heap: String = "1g",
    val conf: Seq[(String, String)] = Nil,
    val master: String = "local[2]",
    val usesDisks: Boolean = false
) {

  /** @param units approximate amount of [[Ailment.work]] that it does
    * @param cured whether the code has the cure, if there is one for the code
    */
  def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double

  /** Makes what the application needs before Spark is started. */
  def prepare(units: Int, cured: Boolean, folder: Path): Unit = ()
}
