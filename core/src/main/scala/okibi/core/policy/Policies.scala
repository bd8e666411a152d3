package okibi.core.policy

/** Every policy; adding one is a file and a line here. */
object Policies {
  val all: Seq[PolicySpec] = Seq(
    Value.spec,
    Lru.spec,
    Fifo.spec,
    Lrc.spec,
    Lerc.spec,
    Mrd.spec,
    Wr.spec,
    Gdsf.spec,
    Sieve.spec,
    S3Fifo.spec,
    TinyLfu.spec
  )

  val default: PolicySpec = Value.spec

  private val byName: Map[String, PolicySpec] = all.map(spec => spec.name -> spec).toMap

  def find(name: String): Option[PolicySpec] = byName.get(name)
}
