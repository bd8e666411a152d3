package okibi.bench.runner

/** A comparison: variants that do the same work, and what to report of them.
  *
  * @param name     first part of the headlines' names
  * @param about    data and set-up, in one line for the reader of the table
  * @param variants in the order of a round. Variants run interleaved (A B C, C B A, A B C, ...)
  * @param runs     rounds of the timed variants that are measured at least, see [[Steadiness]]
  * @param contest  gives a further variant, the first of each round. Not for warm JVMs
  */
final case class Experiment(
    name: String,
    about: String,
    variants: Seq[Variant],
    runs: Int,
    report: ExperimentReport = ExperimentReport(),
    jvmUse: JvmUse = JvmUse.Fresh,
    contest: Option[Contest] = None
) {

  /** Steps of the progress bar for the wanted rounds: runs of child JVMs, or phases where children take turns. Of a
    * contest, those of the first heat.
    */
  def steps: Int = contest.fold(0)(_.first.size) + stepsOfRounds

  /** Steps of the wanted rounds. */
  private[runner] def stepsOfRounds: Int = {
    val warmUpSteps = jvmUse match {
      case warm: JvmUse.Warm => warm.warmUps * warm.groups(variants.filter(_.isTimed)).size
      case _ => 0
    }
    warmUpSteps + runs * stepsOfRound + variants.count(!isInRound(_))
  }

  /** Steps of one more round. */
  private[runner] def stepsOfRound: Int = variants
    .filter(isInRound)
    .map { variant =>
      jvmUse match {
        case JvmUse.InTurns(phases) if variant.isTimed => math.max(1, phases(variant))
        case _ => 1
      }
    }
    .sum

  private def isInRound(variant: Variant): Boolean = variant.role match {
    case VariantRole.Timed => true
    case VariantRole.CountedEachRound => !jvmUse.isInstanceOf[JvmUse.Warm]
    case VariantRole.CountedOnce | VariantRole.Candidate => false
  }

  /** The experiment with more settings for every variant, such as the place of its data. They are no part of the work.
    */
  def withConf(more: (String, String)*): Experiment =
    map(variant => variant.copy(conf = variant.conf ++ more))

  /** The experiment with every variant changed. */
  def map(change: Variant => Variant): Experiment =
    copy(variants = variants.map(change), contest = contest.map(_.map(change)))
}
