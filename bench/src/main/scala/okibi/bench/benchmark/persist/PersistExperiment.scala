package okibi.bench.benchmark.persist

import okibi.bench.benchmark.StandardVariants
import okibi.bench.machine.device.WritePlace
import okibi.bench.machine.probe.{MeasuredCodec, ProbeRecords}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Variant}
import okibi.bench.workload.{PersistJob, PersistMetrics}
import okibi.core.machine.MachineProfile
import okibi.report.{Chart, LineChart, Points}

/** RDDs of one kind of records, written to one place by each serializer.
  *
  * @param headline name of the headline: what Okibi's largest RDD reached, as a share of a plain write; none without a
  *                 headline
  * @param warmUps  runs that do not count, see [[okibi.bench.runner.JvmUse.Warm]]
  * @param columns  of the table, beside the speed of each write
  * @param remark   the sentence about Okibi's row, in place of how close the largest RDD came to the machine's limit
  */
final case class PersistExperiment(
    name: String,
    place: WritePlace,
    kind: String,
    writes: Seq[PersistJob.Write],
    serializers: Seq[String],
    headline: Option[String] = None,
    warmUps: Int = 1,
    columns: Seq[Column] = Nil,
    remark: ResultRow => Option[String] = _ => None
) {
  import PersistExperiment.{text, value}

  /** @param profile of this machine, if it was measured. Its serializer speeds are those of a JVM that does nothing
    *                else
    */
  def experiment(heap: String, runs: Int, seed: Long, profile: Option[MachineProfile]): Experiment = {
    val limits = new PersistLimits(place, kind, profile)
    val records = if (kind == ProbeRecords.strings) "strings of 100 bytes" else "dense vectors of 20"
    Experiment(
      name = name,
      about = s"persist(DISK_ONLY) of $records on ${place.line}, partitions of " +
        s"${writes.map(_.megabytes).distinct.mkString(", ")} MB, " +
        s"${writes.map(_.threads).distinct.mkString(", ")} at a time; MB/s of file bytes, measured at the files",
      variants = serializers.map(variant(_, heap, seed)),
      runs = runs,
      jvmUse = JvmUse.Warm(warmUps, lighter = PersistJob.withoutPlain),
      report = ExperimentReport(
        columns = writes.map(write =>
          Column(s"${write.name} MB/s", (row, _) => text(row, write, PersistMetrics.persist, "%.0f"))
        ) ++ columns,
        headlines = rows =>
          for (name <- headline.toSeq; row <- okibi(rows); share <- value(row, largest, PersistMetrics.share))
            yield Headline(
              name,
              share,
              "x",
              variants = Seq(row.variant.name),
              runFigures = row.metricRuns.getOrElse(PersistExperiment.metric(largest, PersistMetrics.share), Nil)
            ),
        details = rows => Seq(limits.table(rows, writes)),
        charts = charts,
        says = rows => okibi(rows).flatMap(row => remark(row).orElse(limits.sentence(row, largest)))
      )
    )
  }

  private def okibi(rows: Seq[ResultRow]): Option[ResultRow] = rows.find(_.variant.name == MeasuredCodec.okibi)

  /** The write that the headline is about. */
  private val largest: PersistJob.Write =
    writes.maxBy(write => (write.threads.toLong * write.megabytes, writes.indexOf(write)))

  private def variant(serializer: String, heap: String, seed: Long): Variant = {
    val args = ujson.Obj("records" -> kind, "seed" -> seed.toDouble, "writes" -> ujson.Arr.from(writes.map(_.json)))
    val conf = PersistExperiment.conf(serializer) :+ ("spark.master" -> s"local[${writes.map(_.threads).max}]")
    place.assign(Variant(serializer, PersistJob.mainClass, args, heap, conf))
  }

  private def charts(rows: Seq[ResultRow]): Seq[Chart] = {
    val bySize = writes.groupBy(_.threads).toSeq.sortBy(_._1).filter(_._2.size > 1)
    bySize.map { case (threads, sizes) =>
      val measured = rows.map(row => Points(row.variant.name, points(row, sizes, PersistMetrics.persist)))
      val plain = okibi(rows).map(row => Points("plain write", points(row, sizes, PersistMetrics.plain)))
      LineChart(s"persist, $kind, ${place.line}, $threads at a time", "MB a partition", "MB/s", measured ++ plain)
    }
  }

  private def points(row: ResultRow, writes: Seq[PersistJob.Write], metric: String): Seq[(Double, Double)] =
    for (write <- writes; value <- value(row, write, metric)) yield (write.megabytes.toDouble, value)
}

object PersistExperiment {

  /** The setting that makes Spark use a serializer. Java's is Spark's default. */
  private def conf(serializer: String): Seq[(String, String)] = serializer match {
    case MeasuredCodec.kryo => Seq("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer")
    case MeasuredCodec.okibi => StandardVariants.pluginConf
    case _ => Nil
  }

  /** A metric of one write. */
  private def metric(write: PersistJob.Write, name: String): String = s"${write.name}.$name"

  def value(row: ResultRow, write: PersistJob.Write, metric: String): Option[Double] =
    row.metrics.get(PersistExperiment.metric(write, metric))

  def text(row: ResultRow, write: PersistJob.Write, metric: String, format: String): String =
    value(row, write, metric).map(format.format(_)).getOrElse("-")
}
