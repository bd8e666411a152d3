package okibi.spark.index

import okibi.core.filter.{Membership, MembershipBuilder, SplitBlockBloom, ValueHash}
import okibi.spark.shims.SparkBloom

import scala.util.control.NonFatal

/** Collects the keys of one partition while the partition is computed. Not thread-safe.
  *
  * @param key returns the key of an element
  */
private[index] final class FilterBuilder[T](settings: IndexSettings, key: T => Any) {
  import FilterBuilder._

  private val hash = new ValueHash
  private val keys = settings.filter match {
    case "bloom" => new MembershipBuilder(tableKeys = mostBloomKeys)
    case "exact" => new MembershipBuilder(exactKeys = MembershipBuilder.tableKeys, exactSpare = 64)
    case _ => new MembershipBuilder(bitsPerKey = SplitBlockBloom.bitsPerKey(rateFor(settings.probeKeys)))
  }
  private var failed: Option[String] = None

  /** Adds an element.
    *
    * @return whether more elements are useful
    */
  def add(element: T): Boolean =
    try {
      keys.add(hash.of(key(element)))
      if (hash.isRefused) failed = hash.refused.map(klass => s"a key is of class ${klass.getName}")
      failed.isEmpty
    } catch {
      // Only a job that asks for that key meets the error; a job that just reads the elements does not.
      case NonFatal(e) =>
        failed = Some(s"the key of an element cannot be computed: $e")
        false
    }

  /** The filter; None if it would be of no use; or the reason why there is none. */
  def result(): Either[String, Option[Array[Byte]]] = failed match {
    case Some(why) => Left(why)
    case None => Right(membership.filter(useful).map(PartitionFilter.encode(_, hash.kinds.seen)))
  }

  private def membership: Option[Membership] = settings.filter match {
    case "bloom" => keys.hashes(mostBloomKeys).map(SparkBloom.of)
    case "exact" => if (keys.distinct <= MembershipBuilder.tableKeys) Some(keys.result()) else None
    case _ => Some(keys.result())
  }

  /** Only a filter that was made for a pass rate must keep it. */
  private def useful(filter: Membership): Boolean =
    settings.filter != "auto" || Membership.passRate(
      filter.falsePositiveRate,
      settings.probeKeys
    ) <= Membership.uselessRate
}

private[index] object FilterBuilder {

  /** Spark's filter is made for a number of keys that is known in advance, so the keys are collected first, in at most
    * 16 MB.
    */
  private val mostBloomKeys = 1 << 20

  /** Allows one partition in ten to be read although it holds none of the keys. */
  private def rateFor(probeKeys: Int): Double = 1 - math.pow(0.9, 1.0 / probeKeys)
}
