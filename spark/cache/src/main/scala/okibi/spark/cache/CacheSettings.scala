package okibi.spark.cache

import okibi.core.conf.CacheConf
import okibi.core.policy.{Policies, PolicySpec}

/** The configuration of one executor's cache, read once.
  *
  * @param deciding    whether Okibi decides, or only counts what Spark's own store does
  * @param policy      which residents go first
  * @param readmission what happens to a block that was read from disk
  * @param fast        whether Okibi's serializer writes the blocks
  * @param cleaner     whether likely victims are written ahead
  * @param heap        bytes that Spark takes the heap to have
  */
final case class CacheSettings(
    deciding: Boolean,
    policy: PolicySpec,
    readmission: Readmission,
    fast: Boolean,
    cleaner: Boolean,
    heap: Long
)

object CacheSettings {

  /** @param lookup the text set for a key, if any
    * @throws okibi.core.conf.ConfException when a value is not allowed
    */
  def apply(lookup: String => Option[String]): CacheSettings = {
    val deciding = CacheConf.mode.read(lookup) == "on"
    CacheSettings(
      deciding = deciding,
      policy = Policies.find(CacheConf.policy.read(lookup)).getOrElse(Policies.default),
      readmission = Readmission.named(CacheConf.readmission.read(lookup)),
      fast = deciding && CacheConf.serializer.read(lookup) == "fory",
      cleaner = deciding && CacheConf.cleaner.read(lookup),
      heap = lookup("spark.testing.memory").fold(Runtime.getRuntime.maxMemory)(
        _.toLong
      ) // Spark's own tests, and ours, make heaps small by that.
    )
  }
}

/** What happens to a block of a level with memory that was read from disk. */
sealed abstract class Readmission(val name: String)

object Readmission {
  case object Always extends Readmission("always")
  case object Never extends Readmission("never")
  case object ByValue extends Readmission("value")

  val all: Seq[Readmission] = Seq(Always, Never, ByValue)

  def named(name: String): Readmission = all.find(_.name == name).getOrElse(ByValue)
}
