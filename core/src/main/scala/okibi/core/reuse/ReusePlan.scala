package okibi.core.reuse

/** What is known about the next reads of a cached RDD.
  *
  * @param pending  stages, running or waiting, whose tasks will read it; ascending, the first few only
  * @param later    reads expected after those, in the jobs that are foreseen beyond the running ones; a stage that
  *                 reads one partition in ten counts as a tenth
  * @param distance stages from the last pending one of any RDD to the first later read, 1 for the very next stage;
  *                 positive infinity when none is foreseen
  * @param peers    RDDs of which the same task reads the partition of the same number
  */
final case class RddReuse(rdd: Int, pending: Array[Int], later: Double, distance: Double, peers: Array[Int]) {

  private[reuse] def same(that: RddReuse): Boolean =
    rdd == that.rdd && later == that.later && distance == that.distance &&
      java.util.Arrays.equals(pending, that.pending) && java.util.Arrays.equals(peers, that.peers)
}

/** The driver's knowledge about cached RDDs, small enough to be sent to every executor at each job. Immutable: the
  * arrays are never written after construction.
  *
  * @param version rises with each change of content; 0 for the empty plan
  * @param stage   newest stage the plan knows about; a task of a newer one should ask for a newer plan
  * @param rdds    ascending by id; those with the nearest next use where there are more than [[ReusePlan.maxRdds]]
  */
final case class ReusePlan(version: Long, stage: Int, rdds: Array[RddReuse]) {

  private[reuse] def sameContent(that: ReusePlan): Boolean =
    stage == that.stage && rdds.length == that.rdds.length && rdds.indices.forall(i => rdds(i).same(that.rdds(i)))
}

object ReusePlan {
  val empty: ReusePlan = ReusePlan(0L, -1, Array.empty)

  /** RDDs in a plan, stages in `pending` and RDDs in `peers`: together they bound a plan to some 25 kB on the wire. */
  val maxRdds: Int = 256
  val maxPending: Int = 8
  val maxPeers: Int = 4
}
