package okibi.spark.index

import okibi.core.filter.{Membership, MembershipBuilder, SplitBlockBloom, ValueHash}
import okibi.spark.shims.SparkBloom

import scala.util.control.NonFatal

/** Gathers the keys of one partition while it is computed. Not thread-safe.
  *
  * @param key the key of an element
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
    * @return whether there is any use in adding more
    */
  def add(element: T): Boolean =
    try {
      keys.add(hash.of(key(element)))
      if (hash.isRefused) failed = hash.refused.map(klass => s"a key is of ${klass.getName}")
      failed.isEmpty
    } catch {
      // Whoever asks for that key meets the error; whoever only reads the elements does not.
      case NonFatal(e) =>
        failed = Some(s"the key of an element cannot be had: $e")
        false
    }

  /** The filter, nothing where it would be of no use, or why there is none. */
  def result(): Either[String, Option[Array[Byte]]] = failed match {
    case Some(why) => Left(why)
    case None => Right(membership.filter(useful).map(PartitionFilter.encode(_, hash.kinds.seen)))
  }

  private def membership: Option[Membership] = settings.filter match {
    case "bloom" => keys.hashes(mostBloomKeys).map(SparkBloom.of)
    case "exact" => if (keys.distinct <= MembershipBuilder.tableKeys) Some(keys.result()) else None
    case _ => Some(keys.result())
  }

  /** Only what was made for a rate is held to it. */
  private def useful(filter: Membership): Boolean =
    settings.filter != "auto" || Membership.passRate(
      filter.falsePositiveRate,
      settings.probeKeys
    ) <= Membership.uselessRate
}

private[index] object FilterBuilder {

  /** Spark's filter is made for a number of keys that is known beforehand: they are kept one by one, in at most 16 MB. */
  private val mostBloomKeys = 1 << 20

  /** One partition in ten that holds none of the keys may be read all the same. */
  private def rateFor(probeKeys: Int): Double = 1 - math.pow(0.9, 1.0 / probeKeys)
}
