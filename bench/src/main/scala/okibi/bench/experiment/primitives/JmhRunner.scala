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
  * @param iterations iterations that count
  * @param millis     duration of an iteration, in which at least one pass runs
  */
final case class JmhTiming(warmUps: Int, iterations: Int, millis: Int) {
  def json: ujson.Obj = ujson.Obj("warmUps" -> warmUps, "iterations" -> iterations, "millis" -> millis)
}

object JmhTiming {
  def read(json: ujson.Value): JmhTiming =
    JmhTiming(json("warmUps").num.toInt, json("iterations").num.toInt, json("millis").num.toInt)
}

/** Measures passes with JMH on one thread of this JVM. The runner has started the JVM for nothing else: its children
  * take the place of JMH's forks. Not thread-safe: it measures one pass at a time.
  */
object JmhRunner {
  // The runner makes sure that no other benchmark runs on this machine.
  System.setProperty("jmh.ignoreLock", "true")

  private val benchmark = "okibi.bench.experiment.primitives.PassBenchmark.pass"

  @volatile private var nextPass: LongSupplier = () =>
    throw new IllegalStateException("JMH has no pass to measure: this is a bug of Okibi.")

  /** The pass that the benchmark runs. */
  def current: LongSupplier = nextPass

  /** Mean seconds of a pass in each iteration that counts.
    *
    * @param pass returns a number that depends on all of its work, so that the compiler cannot leave any of it out
    */
  def secondsOfPass(timing: JmhTiming)(pass: LongSupplier): Seq[Double] = {
    nextPass = pass
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
    val iterations = new Runner(options).runSingle().getAggregatedResult.getIterationResults.asScala.toSeq
    iterations.map(_.getPrimaryResult.getScore)
  }
}
