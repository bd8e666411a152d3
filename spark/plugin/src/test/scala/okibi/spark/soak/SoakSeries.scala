package okibi.spark.soak

import java.nio.file.Path

import scala.collection.mutable.ArrayBuffer

/** What the JVM held after each round, and what the rounds got wrong.
  *
  * @param samples hours since the beginning, and values by name
  */
final class SoakSeries private (samples: Seq[(Double, Seq[(String, Double)])], wrong: Seq[String]) {
  private val trends: Seq[(String, Trend)] = samples.head._2.map(_._1).map { name =>
    name -> Trend.of(samples.map { case (hours, values) => hours -> values.toMap.apply(name) })
  }

  def isGood: Boolean = wrong.isEmpty && trends.forall(_._2.isFlat)

  /** A table of Markdown. */
  def table(title: String): String = {
    val rows = trends.map { case (name, trend) =>
      val flat = if (trend.isFlat) "yes" else if (trend.isNoise) "not known, run longer" else "NO"
      f"| $name | ${trend.level}%,.0f | ${trend.risePerHour * 100}%.2f %% | ${trend.error * 100}%.2f %% | $flat |"
    }
    val head = Seq(
      s"$title: ${samples.size} rounds, ${wrong.size} answers wrong",
      "",
      "| held between rounds | level | rise in an hour | standard error | flat |",
      "|---|--:|--:|--:|---|"
    )
    ((head ++ rows ++ wrong.take(20)) :+ "").mkString("", "\n", "\n")
  }
}

object SoakSeries {

  /** Runs rounds until the time is over.
    *
    * @param logs  folder of the event logs
    * @param round runs a round by the number given, and returns what is wrong
    */
  def of(hours: Double, logs: Path)(round: Int => Seq[String]): SoakSeries = {
    val start = System.nanoTime()
    def elapsedHours: Double = (System.nanoTime() - start) / 3600e9
    val (samples, wrong) = (ArrayBuffer.empty[(Double, Seq[(String, Double)])], ArrayBuffer.empty[String])
    while (elapsedHours < hours || samples.size < fewest) {
      val before = Usage.size(logs)
      wrong ++= round(samples.size).map(said => s"round ${samples.size}: $said")
      samples += elapsedHours -> Usage.now(logs, before)
    }
    new SoakSeries(samples.toSeq, wrong.toSeq)
  }

  private val fewest = 8
}
