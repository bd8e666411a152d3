package okibi.spark.cache

import okibi.core.admission.{AdmissionRules, Readmission}
import okibi.core.conf.CacheConf
import okibi.core.policy.Policies

/** The configuration of one executor's cache, read once.
  *
  * @param deciding  whether Okibi decides, or only counts what Spark's own store does
  * @param admission rules for what enters memory
  * @param fast      whether Okibi's codec writes the blocks
  * @param cleaner   whether likely victims are written to disk ahead of need
  */
final case class CacheSettings(
    deciding: Boolean,
    admission: AdmissionRules,
    fast: Boolean,
    cleaner: Boolean
)

object CacheSettings {

  /** @param lookup the text set for a key, if any
    * @throws okibi.core.conf.ConfException when a value is not allowed
    */
  def apply(lookup: String => Option[String]): CacheSettings = {
    val deciding = CacheConf.mode.read(lookup) == "on"
    CacheSettings(
      deciding = deciding,
      admission = AdmissionRules(
        Policies.find(CacheConf.policy.read(lookup)).getOrElse(Policies.default),
        Readmission.named(CacheConf.readmission.read(lookup)),
        heapBytes(lookup)
      ),
      fast = deciding && CacheConf.serializer.read(lookup) == "fory",
      cleaner = deciding && CacheConf.cleaner.read(lookup)
    )
  }

  /** The heap as Spark takes it to be: its own tests, and Okibi's, make it small by `spark.testing.memory`. */
  private def heapBytes(lookup: String => Option[String]): Long =
    lookup("spark.testing.memory").fold(Runtime.getRuntime.maxMemory)(_.toLong)
}
