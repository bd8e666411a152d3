package okibi.bench.job

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import okibi.bench.runner.TimeSeries

/** What a child JVM hands back, as a JSON file.
  *
  * @param seconds the figure that variants are compared by
  * @param answer  what was computed: equal for every variant that does the same work
  * @param metrics everything else that was measured; names carry units
  * @param series  figures of each moment, if they were wanted
  */
final case class JobResult(seconds: Double, answer: ujson.Value, metrics: Map[String, Double], series: Seq[TimeSeries] = Nil) {
  def write(file: Path): Unit = {
    val json = ujson.Obj("seconds" -> seconds, "answer" -> answer,
      "metrics" -> ujson.Obj.from(metrics.toSeq.map { case (name, value) => name -> ujson.Num(value) }),
      "series" -> ujson.Arr.from(series.map(_.json)))
    Files.write(file, ujson.write(json).getBytes(UTF_8))
    ()
  }
}

object JobResult {
  def read(file: Path): JobResult = {
    val json = ujson.read(Files.readAllBytes(file))
    JobResult(json("seconds").num, json("answer"), json("metrics").obj.map { case (name, value) => name -> value.num }.toMap,
      json("series").arr.map(TimeSeries.read).toSeq)
  }
}
