package okibi.bench.runner

/** Ways to do the same work, of which the fastest counts: the settings of the side that is compared with. Each way runs
  * once before the rounds of the experiment. The fastest takes part in the rounds, under a name of its own.
  *
  * @param winner name of the fastest way among the variants of the rounds
  * @param first  the ways of the first heat
  * @param second the ways of the second heat, given the fastest of the first: what else could be changed of it
  */
final case class Contest(winner: String, first: Seq[Variant], second: Variant => Seq[Variant]) {

  /** The contest with every variant changed. */
  private[runner] def map(change: Variant => Variant): Contest =
    copy(first = first.map(change), second = fastest => second(fastest).map(change))
}
