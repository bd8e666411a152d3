package okibi.spark.cluster.kinds

/** Records of one kind, as an application has them. */
final class RecordKind(val name: String, val records: Seq[Any])

object RecordKind {
  def apply(name: String)(records: Any*): RecordKind = new RecordKind(name, records)
}
