package okibi.spark.cluster.kinds

/** Records of one kind, as an application has them. */
final class Kind(val name: String, val records: Seq[Any])

object Kind {
  def apply(name: String)(records: Any*): Kind = new Kind(name, records)
}
