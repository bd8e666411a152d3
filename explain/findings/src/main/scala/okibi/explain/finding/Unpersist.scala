package okibi.explain.finding

import okibi.explain.facts.{AppFacts, CacheFacts}

object Unpersist
    extends Note(
      "unpersist",
      "Data that nobody reads any more hold memory that other data want",
      "an RDD holds at least `share` of storage memory to the end, and after the last stage that used it tasks found blocks of another persisted RDD not in memory.",
      Seq(Threshold("share", 0.1, "of storage memory", "less would change little for the others")),
      "LRC and MRD: a block without a use left goes first, if somebody says that it has none"
    ) {

  override def find(app: AppFacts): Seq[Finding] = {
    val memory = app.storageBytes
    app.caches.filter(its => its.held > 0 && its.held >= thresholds.head.value * memory).flatMap(one(_, app, memory))
  }

  private def one(cache: CacheFacts, app: AppFacts, memory: Long): Option[Finding] = {
    val without = app.caches.filter(_.rdd.id != cache.rdd.id).map { other =>
      other -> other.reads.filter(_.id > cache.lastStage).map(its => its.disk.count + its.nowhere.count).sum
    }
    without.filter(_._2 > 0).sortBy(-_._2).headOption.map { case (other, missed) =>
      note(
        app,
        None,
        f"RDD ${cache.rdd.id} (${cache.rdd.name}) is not used after stage ${cache.lastStage} and holds ${cache.held / 1e6}%.0f MB of memory to the end; $missed later reads of RDD ${other.rdd.id} (${other.rdd.name}) found theirs not in memory.",
        Seq(f"storage memory of all executors: ${memory / 1e6}%.0f MB"),
        s"rdd.unpersist() of RDD ${cache.rdd.id} after stage ${cache.lastStage}"
      )
    }
  }
}
