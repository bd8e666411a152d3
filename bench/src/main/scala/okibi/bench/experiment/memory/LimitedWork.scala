package okibi.bench.experiment.memory

import okibi.bench.machine.device.DeviceLimits
import okibi.bench.machine.memory.MemoryMeter
import okibi.bench.runner.Variant
import okibi.bench.workload.SparkJob

/** Work whose cached data are a multiple of the limit of memory.
  *
  * @param times data as a multiple of the limit
  * @param about the data and what is done with them
  * @param job   main class
  * @param conf  settings of all variants
  * @param disk  the simulated device that cached data go to; none for the disk of the results folder
  */
private[memory] final case class LimitedWork(
    times: Double,
    about: String,
    job: String,
    args: ujson.Obj,
    conf: Seq[(String, String)] = Nil,
    disk: Option[DeviceLimits] = None
) {

  /** The work with a heap, a storage level and more settings; its memory is measured. */
  def variant(name: String, heap: String, level: String, more: (String, String)*): Variant =
    Variant(name, job, args, heap, conf ++ Seq(MemoryMeter.key -> "true", SparkJob.levelKey -> level) ++ more)
}
