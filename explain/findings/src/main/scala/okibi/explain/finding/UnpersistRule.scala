package okibi.explain.finding

import okibi.explain.facts.{AppFacts, CacheFacts}
import okibi.explain.wording.Wording

object UnpersistRule extends NoteRule {
  private val leastShare = Threshold("share", 0.1, "of storage memory", "less would change little for other data")

  override val code = "unpersist"
  override val title = "Data that are not read any more hold memory that other data need"
  override val about: String =
    "an RDD holds at least `share` of storage memory to the end, and after the last stage that used it tasks did not " +
      "find blocks of another persisted RDD in memory."
  override val thresholds: Seq[Threshold] = Seq(leastShare)
  override val origin = "LRC and MRD: a block without a use left goes first, if the application says that it has none"

  override def find(app: AppFacts): Seq[Finding] =
    app.storage.caches
      .filter(cache => cache.stored.heldBytes > 0 && cache.stored.heldBytes >= leastShare.value * app.storageBytes)
      .flatMap(found(_, app))

  private def found(cache: CacheFacts, app: AppFacts): Option[Finding] = {
    val lastStage = cache.use.lastStage
    val missed = app.storage.caches.filter(_.rdd.id != cache.rdd.id).map { other =>
      other -> other.use.reads.filter(_.stage > lastStage).map(_.missed.count).sum
    }
    missed.filter(_._2 > 0).sortBy(-_._2).headOption.map { case (other, reads) =>
      note(
        app,
        None,
        s"${cache.label} is not used after stage $lastStage but holds ${Wording.megabytes(cache.stored.heldBytes)} " +
          s"of memory to the end; ${Wording.count(reads, "later read")} of ${other.label} did not find a block in " +
          "memory.",
        Seq(s"storage memory of all executors: ${Wording.megabytes(app.storageBytes)}"),
        s"rdd.unpersist() of RDD ${cache.rdd.id} after stage $lastStage"
      )
    }
  }
}
