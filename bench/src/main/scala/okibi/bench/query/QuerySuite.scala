package okibi.bench.query

import okibi.bench.data.table.GeneratedTable
import okibi.bench.runner.UsageException

/** Queries over generated tables: TPC-H, TPC-DS. An object, which tasks name and need not carry. */
trait QuerySuite extends Serializable {

  /** As folders and headlines call it. */
  def name: String

  /** As people call it. */
  def title: String

  def tables: Seq[GeneratedTable]
  def queries: Seq[SuiteQuery]

  /** Codecs of which the tables are kept as files, the first of which is the source of the others. */
  def codecs: Seq[String] = Seq(TableFiles.zstd)

  final lazy val files: TableFiles = new TableFiles(this)

  final def table(name: String): GeneratedTable =
    tables
      .find(_.name == name)
      .getOrElse(
        throw new IllegalArgumentException(
          s"$name is no table of $title. There are ${tables.map(_.name).mkString(", ")}."
        )
      )

  final def query(name: String): SuiteQuery =
    queries
      .find(_.name == name)
      .getOrElse(
        throw new IllegalArgumentException(
          s"$name is no query of $title. There are ${queries.map(_.name).mkString(", ")}."
        )
      )

  /** The queries of these numbers, all of them for none.
    *
    * @throws UsageException for a number that there is not
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
