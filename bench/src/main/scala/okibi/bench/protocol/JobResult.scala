package okibi.bench.protocol

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** The result of a run. The child JVM hands it back as a JSON file.
  *
  * @param seconds the time that variants are compared by
  * @param answer  what the job computed: equal for every variant that does the same work
  * @param metrics everything else that was measured; names carry units
  * @param series  time series of the run; empty unless they are asked for
  */
final case class JobResult(
    seconds: Double,
    answer: ujson.Value,
    metrics: Map[String, Double],
    series: Seq[TimeSeries] = Nil
) {
  private def json: ujson.Obj = ujson.Obj(
    "seconds" -> seconds,
    "answer" -> answer,
    "metrics" -> ujson.Obj.from(metrics.toSeq.map { case (name, value) => name -> ujson.Num(value) }),
    "series" -> ujson.Arr.from(series.map(_.json))
  )
}

object JobResult {

  /** Writes the results of a child's runs, in their order. */
  def write(file: Path, runs: Seq[JobResult]): Unit = {
    Files.write(file, ujson.write(ujson.Arr.from(runs.map(_.json))).getBytes(UTF_8))
    ()
  }

  def read(file: Path): Seq[JobResult] = ujson.read(Files.readAllBytes(file)).arr.toSeq.map { json =>
    JobResult(
      json("seconds").num,
      json("answer"),
      json("metrics").obj.map { case (name, value) => name -> value.num }.toMap,
      json("series").arr.map(TimeSeries.read).toSeq
    )
  }
}
