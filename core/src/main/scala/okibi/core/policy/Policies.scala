package okibi.core.policy

/** The registry of policies. To add a policy, write its file and add a line here. */
object Policies {
  val all: Seq[PolicySpec] = Seq(
    ValuePolicy.spec,
    LruPolicy.spec,
    FifoPolicy.spec,
    LrcPolicy.spec,
    LercPolicy.spec,
    MrdPolicy.spec,
    WrPolicy.spec,
    GdsfPolicy.spec,
    SievePolicy.spec,
    S3FifoPolicy.spec,
    TinyLfuPolicy.spec
  )

  val default: PolicySpec = ValuePolicy.spec

  private val byName: Map[String, PolicySpec] = all.map(spec => spec.name -> spec).toMap

  def find(name: String): Option[PolicySpec] = byName.get(name)
}
