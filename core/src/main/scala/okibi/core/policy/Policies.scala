package okibi.core.policy

/** The registry of policies. To add a policy, write its file and add a line here. */
object Policies {
  lazy val all: Seq[PolicySpec] = Seq(
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

  /** The policy of a name. The default is found without a look at the others, so that their classes stay unloaded. */
  def find(name: String): Option[PolicySpec] =
    if (name == default.name) Some(default) else all.find(_.name == name)
}
