package okibi.bench.runner

/** A comparison: variants that do the same work, what to show of them and what it comes to.
  *
  * @param name      first part of the headlines' names
  * @param about     one line for the reader of the table: data and set-up
  * @param variants  in the order of a round; they are run interleaved (A B C, A B C, ...)
  * @param runs      rounds of the timed variants
  * @param columns   of the table, after variant and seconds
  * @param headlines from all rows
  */
final case class Experiment(
    name: String,
    about: String,
    variants: Seq[Variant],
    runs: Int,
    columns: Seq[Column],
    headlines: Seq[Row] => Seq[Headline]) {

  /** Child JVMs that the experiment starts. */
  def steps: Int = variants.map(v => if (v.timed) runs else 1).sum
}

/** A column of an experiment's table: the text for a row, given all rows. */
final case class Column(title: String, text: (Row, Seq[Row]) => String)
