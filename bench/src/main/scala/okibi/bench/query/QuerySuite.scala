package okibi.bench.query

import okibi.bench.data.table.GeneratedTable
import okibi.bench.runner.UsageException

/** Queries over generated tables: TPC-H, TPC-DS. Implemented by objects, so that tasks refer to a suite without
  * serializing its state.
  */
trait QuerySuite extends Serializable {

  /** Name in folders and headlines. */
  def name: String

  /** Name in texts. */
  def title: String

  def tables: Seq[GeneratedTable]
  def queries: Seq[SuiteQuery]

  /** Codecs of the tables' files. The first codec's files are the source of the others. */
  def codecs: Seq[String] = Seq(TableFiles.zstd)

  final lazy val files: TableFiles = new TableFiles(this)

  final def table(name: String): GeneratedTable =
    tables
      .find(_.name == name)
      .getOrElse(
        throw new IllegalArgumentException(
          s"$name: no such table of $title. Allowed: ${tables.map(_.name).mkString(", ")}."
        )
      )

  final def query(name: String): SuiteQuery =
    queries
      .find(_.name == name)
      .getOrElse(
        throw new IllegalArgumentException(
          s"$name: no such query of $title. Allowed: ${queries.map(_.name).mkString(", ")}."
        )
      )

  /** The queries with these numbers; all queries for no numbers.
    *
    * @throws UsageException for an unknown number
    */
  final def chosen(numbers: Set[Int]): Seq[SuiteQuery] = {
    val allowed = queries.map(_.number)
    numbers.find(number => !allowed.contains(number)).foreach { number =>
      throw new UsageException(
        s"--queries $number: no such query of $title. Allowed: numbers from ${allowed.min} to ${allowed.max}."
      )
    }
    queries.filter(query => numbers.isEmpty || numbers(query.number))
  }
}
