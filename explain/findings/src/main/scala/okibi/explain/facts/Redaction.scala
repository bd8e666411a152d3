package okibi.explain.facts

import okibi.explain.event.Rdd
import okibi.explain.redact.Secrets

/** Facts as anybody may see them: whatever an application named with a secret in it is without it in every report. Its properties are as they were, for rules to read. */
private[facts] object Redaction {
  def apply(facts: AppFacts): AppFacts = {
    val secrets = Secrets.of(facts.conf)
    def rdd(its: Rdd): Rdd = if (secrets(its.name) eq its.name) its else its.copy(name = secrets(its.name))
    def rdds(some: Seq[Rdd]): Seq[Rdd] = if (some.forall(its => rdd(its) eq its)) some else some.map(rdd)
    facts.copy(
      name = secrets(facts.name),
      executors = facts.executors.map(its => its.copy(reason = secrets(its.reason))),
      jobs = facts.jobs.map(its => its.copy(failed = its.failed.map(secrets(_)))),
      stages = facts.stages.map(its =>
        its.copy(stage =
          its.stage.map(stage =>
            stage.copy(name = secrets(stage.name), rdds = rdds(stage.rdds), failed = stage.failed.map(secrets(_)))
          )
        )
      ),
      rdds = rdds(facts.rdds),
      caches = facts.caches.map(its => its.copy(rdd = rdd(its.rdd)))
    )
  }
}
