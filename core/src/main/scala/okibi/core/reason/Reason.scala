package okibi.core.reason

/** The reason for a decision. Metrics, logs, traces and reports use the same codes.
  *
  * @param code stable name in lower case with hyphens
  * @param doc  one sentence for users
  */
final class Reason private (val code: String, val doc: String) {
  override def toString: String = code
}

// One class for all of them: each class that the plugin loads at the start of an application takes a third of a millisecond.
object Reason {
  val FitsFree: Reason = new Reason("fits-free", "Kept in memory: free memory had room for the partition.")
  val WorthMore: Reason = new Reason(
    "worth-more",
    "Kept in memory: the partition is worth more than the partitions that it evicted."
  )
  val UnknownSize: Reason = new Reason(
    "unknown-size",
    "Tried in free memory only, if there was any: the sizes of the partition and its siblings were unknown."
  )
  val WorthLess: Reason = new Reason(
    "worth-less",
    "Not kept in memory: the partitions that it would evict are worth at least as much."
  )
  val CheaperOnDisk: Reason = new Reason(
    "cheaper-on-disk",
    "Left to disk and the page cache: reading the partition back costs less than its objects would in the heap."
  )
  val TooLarge: Reason = new Reason("too-large", "Not kept in memory: the partition is larger than all storage memory.")
  val ReadmissionOff: Reason = new Reason("readmission-off", "Left on disk: spark.okibi.cache.readmission=never.")
  val NothingToEvict: Reason =
    new Reason("nothing-to-evict", "Not kept in memory: all partitions in memory are in use.")

  /** The reasons for a decision to keep a partition in memory or not. */
  val admissions: Seq[Reason] =
    Seq(FitsFree, WorthMore, UnknownSize, WorthLess, CheaperOnDisk, TooLarge, ReadmissionOff, NothingToEvict)

  val Disabled: Reason = new Reason("disabled", "spark.okibi.enabled=false.")
  val UnknownSpark: Reason = new Reason("unknown-spark", "The jar was built for another version of Spark.")
  val MissingField: Reason = new Reason(
    "missing-field",
    "This build of Spark lacks a field or a method that Okibi needs."
  )
  val ForeignStore: Reason = new Reason("foreign-store", "Another plugin has already replaced the block store.")
  val Failed: Reason = new Reason("failed", "Okibi could not be installed; the log has the cause.")

  /** The reasons for Okibi to leave an application to stock Spark. */
  val steppingAside: Seq[Reason] = Seq(Disabled, UnknownSpark, MissingField, ForeignStore, Failed)

  val Indeterminate: Reason = new Reason(
    "indeterminate",
    "A recomputation of the RDD may yield other elements, so that its filters would be wrong."
  )
  val UnknownEquality: Reason = new Reason(
    "unknown-equality",
    "The class of a key has an equality or a hash that may differ between JVMs."
  )
  val PassesAlways: Reason =
    new Reason("passes-always", "The filters hardly ever ruled out a partition and were removed.")
  val NoRoom: Reason =
    new Reason("no-room", "The filters of other RDDs rule out more, and all together need too much memory.")
  val FilterOff: Reason = new Reason("filter-off", "spark.okibi.index.filter=none, or spark.okibi.enabled=false.")

  /** The reasons for an index not to rule out partitions. */
  val notPruning: Seq[Reason] = Seq(Indeterminate, UnknownEquality, PassesAlways, NoRoom, FilterOff)
}
