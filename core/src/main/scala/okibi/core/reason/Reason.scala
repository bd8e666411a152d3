package okibi.core.reason

/** The reason for a decision. Metrics, logs, traces and reports use the same codes.
  *
  * @param code stable name in lower case with hyphens
  * @param doc  one sentence for users
  */
sealed abstract class Reason(val code: String, val doc: String) {
  override def toString: String = code
}

object Reason {
  case object FitsFree extends Reason("fits-free", "Kept in memory: free memory had room for the partition.")
  case object WorthMore
      extends Reason(
        "worth-more",
        "Kept in memory: the partition is worth more than the partitions that it evicted."
      )
  case object UnknownSize
      extends Reason(
        "unknown-size",
        "Tried in free memory only, if there was any: the sizes of the partition and its siblings were unknown."
      )
  case object WorthLess
      extends Reason(
        "worth-less",
        "Not kept in memory: the partitions that it would evict are worth at least as much."
      )
  case object CheaperOnDisk
      extends Reason(
        "cheaper-on-disk",
        "Left to disk and the page cache: reading the partition back costs less than its objects would in the heap."
      )
  case object TooLarge
      extends Reason("too-large", "Not kept in memory: the partition is larger than all storage memory.")
  case object ReadmissionOff extends Reason("readmission-off", "Left on disk: spark.okibi.cache.readmission=never.")
  case object NothingToEvict
      extends Reason("nothing-to-evict", "Not kept in memory: all partitions in memory are in use.")

  /** The reasons for a decision to keep a partition in memory or not. */
  val admissions: Seq[Reason] =
    Seq(FitsFree, WorthMore, UnknownSize, WorthLess, CheaperOnDisk, TooLarge, ReadmissionOff, NothingToEvict)

  case object Disabled extends Reason("disabled", "spark.okibi.enabled=false.")
  case object UnknownSpark extends Reason("unknown-spark", "The jar was built for another version of Spark.")
  case object MissingField
      extends Reason(
        "missing-field",
        "This build of Spark lacks a field or a method that Okibi needs."
      )
  case object ForeignStore extends Reason("foreign-store", "Another plugin has already replaced the block store.")
  case object Failed extends Reason("failed", "Okibi could not be installed; the log has the cause.")

  /** The reasons for Okibi to leave an application to stock Spark. */
  val steppingAside: Seq[Reason] = Seq(Disabled, UnknownSpark, MissingField, ForeignStore, Failed)

  case object Indeterminate
      extends Reason(
        "indeterminate",
        "A recomputation of the RDD may yield other elements, so that its filters would be wrong."
      )
  case object UnknownEquality
      extends Reason(
        "unknown-equality",
        "The class of a key has an equality or a hash that may differ between JVMs."
      )
  case object PassesAlways
      extends Reason("passes-always", "The filters hardly ever ruled out a partition and were removed.")
  case object NoRoom
      extends Reason("no-room", "The filters of other RDDs rule out more, and all together need too much memory.")
  case object FilterOff extends Reason("filter-off", "spark.okibi.index.filter=none, or spark.okibi.enabled=false.")

  /** The reasons for an index not to rule out partitions. */
  val notPruning: Seq[Reason] = Seq(Indeterminate, UnknownEquality, PassesAlways, NoRoom, FilterOff)
}
