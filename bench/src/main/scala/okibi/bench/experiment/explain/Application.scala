package okibi.bench.experiment.explain

import java.nio.file.Path

import org.apache.spark.SparkContext

/** A whole application whose event log is explained.
  *
  * @param heap of its JVM
  * @param conf its settings
  * @param usesDisks whether its shuffles go to simulated disks, as many as [[okibi.bench.machine.device.ShuffleDirs.using]] says
  * @param master where not two threads of this JVM
  */
abstract class Application(
    val name: String,
    val heap: String = "1g",
    val conf: Seq[(String, String)] = Nil,
    val master: String = "local[2]",
    val usesDisks: Boolean = false
) {

  /** @param units of [[Ailment.work]] that it does, about
    * @param cured whether the code is as the cure has it, where it has one
    */
  def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double

  /** What must be there before Spark is started. */
  def prepare(units: Int, cured: Boolean, folder: Path): Unit = ()
}
