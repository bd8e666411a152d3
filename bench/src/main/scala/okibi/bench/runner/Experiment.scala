package okibi.bench.runner

/** A comparison: variants that do the same work, and what to report of them.
  *
  * @param name     first part of the headlines' names
  * @param about    data and set-up, in one line for the reader of the table
  * @param variants in the order of a round. Variants run interleaved (A B C, C B A, A B C, ...)
  * @param runs     rounds of the timed variants that are measured at least, see [[Steadiness]]
  */
final case class Experiment(
    name: String,
    about: String,
    variants: Seq[Variant],
    runs: Int,
    report: ExperimentReport = ExperimentReport(),
    jvmUse: JvmUse = JvmUse.Fresh
) {

  /** Steps of the progress bar for the wanted rounds: runs of child JVMs, or phases where children take turns. */
  def steps: Int = {
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
    case VariantRole.CountedOnce => false
  }

  /** The experiment with more settings for every variant, such as the place of its data. They are no part of the work.
    */
  def withConf(more: (String, String)*): Experiment =
    copy(variants = variants.map(variant => variant.copy(conf = variant.conf ++ more)))
}
