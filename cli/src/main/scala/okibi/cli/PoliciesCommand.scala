package okibi.cli

import okibi.core.policy.Policies

import picocli.CommandLine.{Command, Model, Spec}

/** `okibi policies`: lists the values of `spark.okibi.cache.policy`. */
@Command(
  name = "policies",
  description = Array("Lists the cache policies with their rules, inputs and sources; * marks the default.")
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
