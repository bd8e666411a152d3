package okibi.bench.experiment.memory

import okibi.bench.machine.device.DeviceLimits
import okibi.bench.runner.Variant

/** Work whose cached data are a multiple of the limit of memory.
  *
  * @param part  name of the experiment
  * @param times data as a multiple of the limit
  * @param about the data and what is done with them
  * @param job   main class
  * @param conf  settings of all variants
  * @param disk  the simulated device that cached data go to; none for the disk of the results folder
  */
private[memory] final case class LimitedWork(
    part: String,
    times: Double,
    about: String,
    job: String,
    args: ujson.Obj,
    conf: Seq[(String, String)] = Nil,
    disk: Option[DeviceLimits] = None
) {

  /** The work, to be given a name, a heap and settings. */
  def variant: Variant = Variant(part, job, args, heap = "", conf)
}
