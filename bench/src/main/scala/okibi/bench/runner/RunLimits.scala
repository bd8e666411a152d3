package okibi.bench.runner

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How long a campaign waits.
  *
  * @param patience     for a child's start, for each of its phases and for its end, see [[ChildLauncher]]
  * @param steadyWithin time after an experiment's first round within which another round may begin, see [[Steadiness]]
  */
final case class RunLimits(patience: FiniteDuration = ChildLauncher.patience, steadyWithin: FiniteDuration = 5.minutes)
