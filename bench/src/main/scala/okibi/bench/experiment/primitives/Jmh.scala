package okibi.bench.experiment.primitives

import java.util.concurrent.TimeUnit
import java.util.function.LongSupplier

import scala.jdk.CollectionConverters._

import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.options.{OptionsBuilder, TimeValue, VerboseMode}

/** How long a pass is measured.
  *
  * @param warmUps    iterations that do not count
  * @param iterations that do
  * @param millis     of an iteration, in which one pass runs in any case
  */
final case class Timing(warmUps: Int, iterations: Int, millis: Int) {
  def json: ujson.Obj = ujson.Obj("warmUps" -> warmUps, "iterations" -> iterations, "millis" -> millis)
}

object Timing {
  def read(json: ujson.Value): Timing =
    Timing(json("warmUps").num.toInt, json("iterations").num.toInt, json("millis").num.toInt)
}

/** Measures passes with JMH on one thread of this JVM, which the runner has started for nothing else: its children are JMH's forks.
  * Not thread-safe: it is one pass at a time.
  */
object Jmh {
  // Nobody else's benchmark runs on this machine: the runner sees to that.
  System.setProperty("jmh.ignoreLock", "true")

  private val benchmark = "okibi.bench.experiment.primitives.PassBenchmark.pass"

  @volatile private var chosen: LongSupplier = () =>
    throw new IllegalStateException("no pass was given to measure: this is a bug of Okibi.")

  /** What the benchmark is to run. */
  def current: LongSupplier = chosen

  /** Mean seconds of a pass in each iteration that counts.
    *
    * @param pass gives a figure that depends on all that it does, so that no compiler can leave anything out
    */
  def secondsOfPass(timing: Timing)(pass: LongSupplier): Seq[Double] = {
    chosen = pass
    val options = new OptionsBuilder()
      .include(s"^${java.util.regex.Pattern.quote(benchmark)}$$")
      .mode(Mode.AverageTime)
      .timeUnit(TimeUnit.SECONDS)
      .threads(1)
      .forks(0)
      .warmupIterations(timing.warmUps)
      .warmupTime(TimeValue.milliseconds(timing.millis.toLong))
      .measurementIterations(timing.iterations)
      .measurementTime(TimeValue.milliseconds(timing.millis.toLong))
      .shouldFailOnError(true)
      .verbosity(VerboseMode.SILENT)
      .build()
    val found = new Runner(options).runSingle().getAggregatedResult.getIterationResults.asScala.toSeq
    found.map(_.getPrimaryResult.getScore)
  }
}
