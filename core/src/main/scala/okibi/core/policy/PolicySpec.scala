package okibi.core.policy

/** A policy as users see it: what `spark.okibi.cache.policy` accepts and `okibi policies` lists.
  *
  * @param name   the value to configure
  * @param rule   what goes first, in one sentence
  * @param inputs what it looks at
  * @param source where the rule comes from
  * @param make   a fresh instance
  */
final case class PolicySpec(name: String, rule: String, inputs: String, source: String, make: Knowledge => Policy)
