package okibi.bench.runner

import okibi.report.Chart

/** A comparison: variants that do the same work, what to show of them and what it comes to.
  *
  * @param name      first part of the headlines' names
  * @param about     one line for the reader of the table: data and set-up
  * @param variants  in the order of a round; they are run interleaved (A B C, A B C, ...)
  * @param runs      rounds of the timed variants
  * @param columns   of the table, after variant and seconds
  * @param headlines from all rows
  * @param turns     phases of a variant's child, when all children of a round are alive together and each runs one phase at a
  *                  time, in turn with the others; 0 for all when a child runs alone from its beginning to its end
  * @param warmUps   runs that warm a variant's JVM up and do not count; then all its runs are in this one JVM, in turn with the other
  *                  variants', whose heaps must fit the machine together. 0 for a JVM for each run. Not with `turns`
  * @param oneJvm    whether all timed variants take turns in one JVM, which is warm for all of them alike after the first one's
  *                  `warmUps`: for variants that differ in their configuration alone, and are many
  * @param lighter   the work of such a run, from that of the others: as much as the JVM needs until its code is good
  * @param details   further texts to print below the table, from all rows
  * @param charts    for the page, from all rows; when there are none, the page shows the seconds of each variant
  * @param says      what it shows on this machine, in one sentence with its figures, from all rows
  */
final case class Experiment(
    name: String,
    about: String,
    variants: Seq[Variant],
    runs: Int,
    columns: Seq[Column],
    headlines: Seq[Row] => Seq[Headline],
    turns: Variant => Int = _ => 0,
    warmUps: Int = 0,
    oneJvm: Boolean = false,
    lighter: ujson.Obj => ujson.Obj = identity,
    details: Seq[Row] => Seq[String] = _ => Nil,
    charts: Seq[Row] => Seq[Chart] = _ => Nil,
    says: Seq[Row] => Option[String] = _ => None) {

  if (oneJvm) require(variants.filter(_.timed).map(_.copy(name = "", conf = Nil)).distinct.size == 1, s"$name: variants in one JVM differ in more than their configuration")

  /** Child JVMs that the experiment starts, or phases when they take turns. */
  def steps: Int =
    if (oneJvm) warmUps + variants.map(variant => if (variant.timed) runs else 1).sum
    else variants.map(variant => if (variant.timed) (warmUps + runs) * math.max(1, turns(variant)) else 1).sum

  /** With settings for every variant that are no part of its work: where it finds what it works with. */
  def withConf(more: (String, String)*): Experiment = copy(variants = variants.map(variant => variant.copy(conf = variant.conf ++ more)))

  /** Whether the children of a round take turns. */
  def inTurns: Boolean = variants.exists(turns(_) > 0)
}

/** A column of an experiment's table: the text for a row, given all rows. */
final case class Column(title: String, text: (Row, Seq[Row]) => String)
