package okibi.spark.fuzz

import scala.util.Random

/** Draws at random. */
trait Drawing {
  protected def random: Random

  protected final def one[T](all: Seq[T]): T = all(random.nextInt(all.size))
  protected final def chance(percent: Int): Boolean = random.nextInt(100) < percent
}

/** Runs random programs with Okibi, and reports what it should not make different.
  *
  * @param report hears a difference: what a user needs to repeat it
  */
abstract class Fuzz(seed: Long, report: String => Unit) extends Drawing {
  protected val random = new Random(seed)
  private var started = 0
  private var different = 0

  def programs: Int = started
  def differences: Int = different

  /** Runs programs until `isEnough`. Each application of Spark has settings of its own. */
  final def run(isEnough: => Boolean): Unit = while (!isEnough) application(isEnough)

  protected def application(isEnough: => Boolean): Unit

  protected final def begin(): Unit = started += 1

  protected final def differs(what: String): Unit = {
    different += 1
    report(s"seed $seed, program $started: $what")
  }
}
