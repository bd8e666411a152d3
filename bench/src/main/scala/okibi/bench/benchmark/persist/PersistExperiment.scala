package okibi.bench.benchmark.persist

import okibi.bench.benchmark.Sides
import okibi.bench.machine.device.Place
import okibi.bench.machine.probe.{MeasuredCodec, ProbeRecords}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Variant}
import okibi.bench.workload.{PersistJob, PersistMetrics}
import okibi.core.machine.MachineProfile
import okibi.report.{Chart, Lines, Points}

/** RDDs of one kind of records, written to one place by each serializer.
  *
  * @param headline name of the share that Okibi's largest RDD reached of a plain write, where that is one
  * @param warmUps  runs that do not count; see [[okibi.bench.runner.Experiment]]
  * @param columns  of the table, beside the speed of each write
  * @param remark   what Okibi's row shows, where it is not how far the largest RDD came
  */
final case class PersistExperiment(
    name: String,
    place: Place,
    kind: String,
    writes: Seq[PersistJob.Write],
    serializers: Seq[String],
    headline: Option[String] = None,
    warmUps: Int = 1,
    columns: Seq[Column] = Nil,
    remark: Row => Option[String] = _ => None
) {
  import PersistExperiment.{text, value}

  /** @param profile of this machine, where there is one: its serializer speeds are of a JVM that did nothing else */
  def experiment(heap: String, runs: Int, seed: Long, profile: Option[MachineProfile]): Experiment = {
    val limits = new PersistLimits(place, kind, profile)
    val records = if (kind == ProbeRecords.strings) "strings of 100 bytes" else "dense vectors of 20"
    Experiment(
      name = name,
      about =
        s"persist(DISK_ONLY) of $records on ${place.line}, partitions of ${writes.map(_.megabytes).distinct.mkString(", ")} MB, " +
          s"${writes.map(_.threads).distinct.mkString(", ")} at a time; MB/s of file bytes, seen at the files",
      variants = serializers.map(variant(_, heap, seed)),
      runs = runs,
      warmUps = warmUps,
      lighter = PersistJob.withoutPlain,
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
            each = row.each.getOrElse(PersistExperiment.name(largest, PersistMetrics.share), Nil)
          ),
      details = rows => Seq(limits.table(rows, writes)),
      charts = charts,
      says = rows => okibi(rows).flatMap(row => remark(row).orElse(limits.sentence(row, largest)))
    )
  }

  private def okibi(rows: Seq[Row]): Option[Row] = rows.find(_.variant.name == MeasuredCodec.okibi)

  /** The one that the headline is about. */
  private val largest: PersistJob.Write =
    writes.maxBy(write => (write.threads.toLong * write.megabytes, writes.indexOf(write)))

  private def variant(serializer: String, heap: String, seed: Long): Variant = {
    val args = ujson.Obj("records" -> kind, "seed" -> seed.toDouble, "writes" -> ujson.Arr.from(writes.map(_.json)))
    val conf = PersistExperiment.conf(serializer) :+ ("spark.master" -> s"local[${writes.map(_.threads).max}]")
    Place.at(place, Variant(serializer, PersistJob.mainClass, args, heap, conf))
  }

  private def charts(rows: Seq[Row]): Seq[Chart] = {
    val bySize = writes.groupBy(_.threads).toSeq.sortBy(_._1).filter(_._2.size > 1)
    bySize.map { case (threads, some) =>
      val measured = rows.map(row => Points(row.variant.name, points(row, some, PersistMetrics.persist)))
      val plain = okibi(rows).map(row => Points("plain write", points(row, some, PersistMetrics.plain)))
      Lines(s"persist, $kind, ${place.line}, $threads at a time", "MB a partition", "MB/s", measured ++ plain)
    }
  }

  private def points(row: Row, some: Seq[PersistJob.Write], metric: String): Seq[(Double, Double)] =
    for (write <- some; value <- value(row, write, metric)) yield (write.megabytes.toDouble, value)
}

object PersistExperiment {

  /** The one line that makes Spark use a serializer; Java's is its own choice. */
  private def conf(serializer: String): Seq[(String, String)] = serializer match {
    case MeasuredCodec.kryo => Seq("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer")
    case MeasuredCodec.okibi => Sides.pluginConf
    case _ => Nil
  }

  /** A metric of one write. */
  private def name(write: PersistJob.Write, metric: String): String = s"${write.name}.$metric"

  def value(row: Row, write: PersistJob.Write, metric: String): Option[Double] = row.metrics.get(name(write, metric))

  def text(row: Row, write: PersistJob.Write, metric: String, format: String): String =
    value(row, write, metric).map(format.format(_)).getOrElse("-")
}
