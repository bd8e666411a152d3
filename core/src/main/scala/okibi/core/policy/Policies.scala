package okibi.core.policy

/** Every policy; adding one is a file and a line here. */
object Policies {
  val all: Seq[PolicySpec] = Seq(
    Lru.spec
  )

  val default: PolicySpec = Lru.spec

  private val byName: Map[String, PolicySpec] = all.map(spec => spec.name -> spec).toMap

  def find(name: String): Option[PolicySpec] = byName.get(name)
}
