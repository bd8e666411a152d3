package okibi.bench.protocol

/** A figure over the time of a run.
  *
  * @param name         dotted, from the general to the specific: `cpu.user`, `disk.sda.written`
  * @param startSeconds when the first value's interval began, in seconds after the job's start
  * @param stepSeconds  length of an interval
  * @param values       one value for each interval
  */
final case class TimeSeries(
    name: String,
    unit: String,
    startSeconds: Double,
    stepSeconds: Double,
    values: Seq[Double]
) {

  /** The end of each interval, in seconds, with its value. */
  def points: Seq[(Double, Double)] = values.zipWithIndex.map { case (value, i) =>
    (startSeconds + stepSeconds * (i + 1), value)
  }

  def json: ujson.Obj = ujson.Obj(
    "name" -> name,
    "unit" -> unit,
    "startSeconds" -> startSeconds,
    "stepSeconds" -> stepSeconds,
    "values" -> ujson.Arr.from(values.map(value => ujson.Num(math.rint(value * 100) / 100)))
  )
}

object TimeSeries {
  def read(json: ujson.Value): TimeSeries = TimeSeries(
    json("name").str,
    json("unit").str,
    json("startSeconds").num,
    json("stepSeconds").num,
    json("values").arr.map(_.num).toSeq
  )
}
