package okibi.explain.facts

import okibi.explain.event.Rdd
import okibi.explain.redact.Secrets

/** Hides secrets in the names and reasons of facts, so that no report shows them. The properties of the application
  * stay as they are, because rules read them.
  */
private[facts] object FactsRedaction {
  def apply(facts: AppFacts): AppFacts = {
    val secrets = Secrets.of(facts.settings.properties)
    def redacted(rdd: Rdd): Rdd = {
      val name = secrets(rdd.name)
      if (name eq rdd.name) rdd else rdd.copy(name = name)
    }
    def allRedacted(rdds: Seq[Rdd]): Seq[Rdd] =
      if (rdds.forall(rdd => redacted(rdd) eq rdd)) rdds else rdds.map(redacted)
    facts.copy(
      identity = facts.identity.copy(name = secrets(facts.identity.name)),
      executors = facts.executors.map(executor => executor.copy(reason = secrets(executor.reason))),
      jobs = facts.jobs.map(job => job.copy(failure = job.failure.map(secrets(_)))),
      stages = facts.stages.map(stage =>
        stage.copy(info =
          stage.info.map(info =>
            info.copy(
              name = secrets(info.name),
              rdds = allRedacted(info.rdds),
              failure = info.failure.map(secrets(_))
            )
          )
        )
      ),
      storage = facts.storage.copy(
        rdds = allRedacted(facts.storage.rdds),
        caches = facts.storage.caches.map(cache => cache.copy(rdd = redacted(cache.rdd)))
      )
    )
  }
}
