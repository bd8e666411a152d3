package okibi.cli

import okibi.core.policy.Policies

import picocli.CommandLine.{Command, Model, Spec}

/** `okibi policies`: what `spark.okibi.cache.policy` accepts. */
@Command(
  name = "policies",
  description = Array("Lists the cache policies: rule, inputs and source of each; * marks the default.")
)
final class PoliciesCommand extends Runnable {
  @Spec
  var spec: Model.CommandSpec = _

  override def run(): Unit = {
    val out = spec.commandLine.getOut
    Policies.all.foreach { policy =>
      val mark = if (policy == Policies.default) " *" else ""
      out.println(s"${policy.name}$mark")
      out.println(s"    rule:   ${policy.rule}")
      out.println(s"    inputs: ${policy.inputs}")
      out.println(s"    source: ${policy.source}")
    }
  }
}
