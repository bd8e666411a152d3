package okibi.core.reuse

/** The expected reads of a cached RDD.
  *
  * @param pending  running and waiting stages whose tasks will read it; in ascending order, the first few only
  * @param later    expected reads after those, in the forecast jobs after the running ones; a stage that reads one
  *                 partition in ten counts as a tenth
  * @param distance stages from the last pending stage of any RDD to the first later read: 1 for the very next stage,
  *                 positive infinity when no later read is expected
  * @param peers    RDDs of which the same task reads the partition of the same number
  */
final case class RddReuse(rdd: Int, pending: Array[Int], later: Double, distance: Double, peers: Array[Int]) {

  private[reuse] def same(that: RddReuse): Boolean =
    rdd == that.rdd && later == that.later && distance == that.distance &&
      java.util.Arrays.equals(pending, that.pending) && java.util.Arrays.equals(peers, that.peers)
}

/** The driver's knowledge about the reads of cached RDDs, small enough for every executor to receive it with each job.
  * Immutable: nothing writes to the arrays after construction.
  *
  * @param version rises with each change of content; 0 for the empty plan
  * @param stage   the newest stage that the plan covers; a task of a newer stage should ask for a newer plan
  * @param rdds    RDDs in ascending order of id; those with the nearest next use where there are more than
  *                [[ReusePlan.maxRdds]]
  */
final case class ReusePlan(version: Long, stage: Int, rdds: Array[RddReuse]) {

  private[reuse] def sameContent(that: ReusePlan): Boolean =
    stage == that.stage && rdds.length == that.rdds.length && rdds.indices.forall(i => rdds(i).same(that.rdds(i)))
}

object ReusePlan {
  val empty: ReusePlan = ReusePlan(0L, -1, Array.empty)

  /** The most RDDs in a plan, stages in `pending` and RDDs in `peers`. Together they bound a plan to some 25 kB on the
    * wire.
    */
  val maxRdds: Int = 256
  val maxPending: Int = 8
  val maxPeers: Int = 4
}
