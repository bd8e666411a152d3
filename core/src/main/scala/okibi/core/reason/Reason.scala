package okibi.core.reason

/** Why a decision was taken. Metrics, logs, trace and report speak of the same codes.
  *
  * @param code stable name, lower case with hyphens
  * @param doc  one sentence for users
  */
sealed abstract class Reason(val code: String, val doc: String) {
  override def toString: String = code
}

object Reason {
  case object FitsFree extends Reason("fits-free", "Kept in memory: there was free memory for it.")
  case object WorthMore extends Reason("worth-more", "Kept in memory: it is worth more than the blocks it pushed out.")
  case object UnknownSize
      extends Reason(
        "unknown-size",
        "Tried with free memory only, where there was some: neither it nor a sibling was ever sized."
      )
  case object WorthLess
      extends Reason("worth-less", "Not kept in memory: what it would push out is worth at least as much.")
  case object CheaperOnDisk
      extends Reason(
        "cheaper-on-disk",
        "Left to disk and the page cache: reading it back costs less than its objects would in the heap."
      )
  case object TooLarge
      extends Reason("too-large", "Not kept in memory: it is larger than all the memory there is for storage.")
  case object ReadmissionOff extends Reason("readmission-off", "Left on disk: spark.okibi.cache.readmission=never.")
  case object NothingToEvict extends Reason("nothing-to-evict", "Not kept in memory: all resident blocks are in use.")

  /** Decisions on a put, then reasons for which Okibi steps aside. */
  val admissions: Seq[Reason] =
    Seq(FitsFree, WorthMore, UnknownSize, WorthLess, CheaperOnDisk, TooLarge, ReadmissionOff, NothingToEvict)

  case object Disabled extends Reason("disabled", "spark.okibi.enabled=false.")
  case object UnknownSpark extends Reason("unknown-spark", "This jar was built for another line of Spark.")
  case object MissingField
      extends Reason(
        "missing-field",
        "A field or method of Spark that Okibi needs is not there: an unknown build of Spark."
      )
  case object ForeignStore extends Reason("foreign-store", "Another plugin has replaced the block store already.")
  case object Failed extends Reason("failed", "Okibi could not be put in place; the log has the cause.")

  val steppingAside: Seq[Reason] = Seq(Disabled, UnknownSpark, MissingField, ForeignStore, Failed)

  case object Indeterminate
      extends Reason(
        "indeterminate",
        "The RDD may give other elements when it is computed again, so a filter may not speak for it."
      )
  case object UnknownEquality
      extends Reason(
        "unknown-equality",
        "A key is of a class whose equality or hash is not known to be the same in every JVM."
      )
  case object PassesAlways
      extends Reason("passes-always", "The filters hardly ever ruled a partition out and were given up.")
  case object FilterOff extends Reason("filter-off", "spark.okibi.index.filter=none, or spark.okibi.enabled=false.")

  val notPruning: Seq[Reason] = Seq(Indeterminate, UnknownEquality, PassesAlways, FilterOff)
}
