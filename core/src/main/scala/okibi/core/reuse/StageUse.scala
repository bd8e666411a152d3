package okibi.core.reuse

/** A stage's use of cached RDDs, as predicted before the stage runs.
  *
  * @param part     share of the partitions that the stage computes, above 0 and at most 1
  * @param reads    cached RDDs whose blocks its tasks read
  * @param writes   persisted RDDs that its tasks compute and store, because no earlier stage stored them
  * @param shuffles shuffles that the stage reads; see [[StageTraversal.shuffle]]
  * @param peers    the RDDs of `reads` and `writes` of which task n uses partition n
  * @param hash     hash of the use, independent of ids
  */
private[reuse] final class StageUse(
    val stage: Int,
    val part: Double,
    val reads: Array[Int],
    val writes: Array[Int],
    val shuffles: Array[Long],
    val peers: Array[Int],
    val hash: Long
)
