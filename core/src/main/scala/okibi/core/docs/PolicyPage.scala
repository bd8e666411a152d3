package okibi.core.docs

import okibi.core.conf.CacheConf
import okibi.core.policy.{Policies, PolicySpec}

private[docs] object PolicyPage {
  val page: GeneratedPage = GeneratedPage("docs/policies.md", () => render(Policies.all, Policies.default))

  def render(policies: Seq[PolicySpec], default: PolicySpec): String =
    Markdown.page(
      "Policies",
      s"""A policy chooses the cached partitions that stay in memory when memory has no room for all of them. The key
         |${Markdown.code(CacheConf.policy.key)} sets the policy; the default is ${Markdown.code(default.name)}.
         |The other policies serve for comparison: each applies the rule of its source to single partitions.
         |
         |Some rules use the reload time of a block: the time to read and deserialise the block if its storage level
         |includes disk, and the time to recompute it otherwise.
         |
         |Every policy may refuse a newcomer, which then goes straight to disk if its storage level includes disk. A tie
         |inside an RDD never moves a block: a cache thrashes when a scan evicts blocks that the next one
         |needs.""".stripMargin,
      policies.map(describe(_, default)): _*
    )

  private def describe(policy: PolicySpec, default: PolicySpec): String =
    Markdown.section(
      policy.name + (if (policy.name == default.name) " (default)" else ""),
      Seq(
        s"- Rule: ${Markdown.sentence(policy.rule)}",
        s"- Inputs: ${Markdown.sentence(policy.inputs)}",
        s"- Source: ${Markdown.sentence(policy.source)}"
      ).mkString("\n")
    )
}
