package okibi.core.docs

import okibi.core.conf.CacheConf
import okibi.core.policy.{Policies, PolicySpec}

private[docs] object PolicyPage {
  val page: GeneratedPage = GeneratedPage("docs/policies.md", () => render(Policies.all, Policies.default))

  def render(policies: Seq[PolicySpec], default: PolicySpec): String =
    Markdown.page(
      "Policies",
      s"""Which cached partitions stay in memory when there is not room for all. Set with ${Markdown.code(
          CacheConf.policy.key
        )};
         |the default is ${Markdown.code(
          default.name
        )}. The others are there to compare with: each is the rule of its source, decided per
         |partition.
         |
         |Every policy may turn a newcomer away, which then goes straight to disk if its level has one: a tie inside an RDD never
         |moves a block, because a scan that pushes out what the next scan needs is how caches thrash.""".stripMargin,
      policies.map(describe(_, default)): _*
    )

  private def describe(policy: PolicySpec, default: PolicySpec): String =
    Markdown.section(
      policy.name + (if (policy.name == default.name) " (default)" else ""),
      Seq(
        s"- Rule: ${Markdown.sentence(policy.rule)}",
        s"- Looks at: ${Markdown.sentence(policy.inputs)}",
        s"- Source: ${Markdown.sentence(policy.source)}"
      ).mkString("\n")
    )
}
