package okibi.core.policy

/** The description of a policy for users, and its factory: `spark.okibi.cache.policy` accepts its name, and
  * `okibi policies` lists it.
  *
  * @param name   the configuration value
  * @param rule   the blocks that it evicts first
  * @param inputs the figures that the rule uses
  * @param source the origin of the rule
  * @param make   returns a new instance
  */
final case class PolicySpec(name: String, rule: String, inputs: String, source: String, make: Knowledge => Policy)
