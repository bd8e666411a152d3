package okibi.bench.experiment.checkpoint

import okibi.bench.benchmark.{BenchOptions, StandardVariants}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Variant}
import okibi.report.{Chart, LineChart, Points}
import okibi.spark.CheckpointSerializer

/** Every way to checkpoint one kind of records. Speeds are measured at the files on HDFS: from the creation of the
  * first file to the end of the last, as its name node saw them.
  */
private[checkpoint] object CheckpointExperiment {
  private val dfsio = "TestDFSIO"
  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"
  private val okibiKryo = "okibi, Kryo"

  /** Beside the plugin, the setting that makes checkpoints use Okibi's codec. */
  private val codec = "spark.serializer" -> classOf[CheckpointSerializer].getName
  private val okibiCodec = "okibi, its codec"

  /** @param everyWay whether to include computing twice, local checkpoints and Kryo */
  def apply(
      data: String,
      sizesMb: Seq[Int],
      everyWay: Boolean,
      scale: CheckpointScale,
      options: BenchOptions
  ): Experiment = {
    val size = Seq("megabytes" -> ujson.Arr.from(sizesMb.map(ujson.Num(_))), "writers" -> ujson.Num(scale.writers))
    val work = ujson.Obj.from(size ++ Seq("data" -> ujson.Str(data), "seed" -> ujson.Num(options.seed.toDouble)))
    // As in the paper, and as the files of TestDFSIO.
    val uncompressed = "spark.checkpoint.compress" -> "false"
    val clientConf = CheckpointJob.client.map { case (key, value) => s"spark.hadoop.$key" -> value }
    def variant(name: String, conf: (String, String)*) =
      Variant(name, CheckpointJob.mainClass, work, scale.heap, conf ++ clientConf :+ uncompressed)
    def way(name: String) = CheckpointJob.wayKey -> name
    val plugin = StandardVariants.pluginConf.head
    val commonWays = Seq(
      Variant(dfsio, DfsioJob.mainClass, ujson.Obj.from(size), scale.heap),
      variant(StandardVariants.stock),
      variant(StandardVariants.okibi, plugin),
      variant(okibiCodec, plugin, codec)
    )
    val otherWays = Seq(
      variant("stock, Kryo", kryo),
      variant(okibiKryo, plugin, kryo),
      variant("stock, not persisted", way(CheckpointJob.plain)),
      variant("stock, local", way(CheckpointJob.local)),
      variant("okibi, local", plugin, way(CheckpointJob.local))
    )
    Experiment(
      name = data,
      about =
        s"RDDs of $data of ${sizesMb.mkString(", ")} MB, ${scale.writers} partitions, heap ${scale.heap}, to HDFS; " +
          s"'${StandardVariants.stock}', '${StandardVariants.okibi}': persisted before, then checkpoint",
      variants = commonWays ++ (if (everyWay) otherWays else Nil),
      runs = options.runs.getOrElse(scale.runs),
      // One warm-up run of each way.
      jvmUse = JvmUse.Warm(warmUps = 4, shared = true),
      report = ExperimentReport(
        columns = Seq(
          Column("MB/s", (row, _) => mbPerSecond(row).fold("-")(v => f"$v%.0f")),
          Column("of TestDFSIO", (row, rows) => shareOfDfsio(row, rows).fold("-")(v => f"${v * 100}%.0f %%")),
          Column("serializing", (row, _) => serializingShare(row).fold("-")(v => f"${v * 100}%.0f %%")),
          Column.metric("computed", "computedTimes")(v => f"$v%.1f x"),
          Column.metric("read s", "readSeconds")(v => f"$v%.1f")
        ),
        headlines = rows =>
          for (row <- best(rows).toSeq; share <- shareOfDfsio(row, rows))
            yield Headline(
              headline(data),
              share,
              "x",
              variants = Seq(dfsio, row.variant.name),
              runFigures = shareOfDfsioInRuns(row, rows)
            ),
        charts = rows => Seq(chart(data, sizesMb, rows)),
        says = says(data)
      )
    )
  }

  private def headline(data: String) = if (data == "strings") "checkpoint.vs_dfsio" else s"checkpoint.$data.vs_dfsio"

  private def mbPerSecond(row: ResultRow): Option[Double] =
    for (
      bytes <- row.metrics.get("fileBytes"); seconds <- row.metrics.get("fileSeconds")
      if seconds > 0 && row.failure.isEmpty
    ) yield bytes / 1e6 / seconds

  private def shareOfDfsio(row: ResultRow, rows: Seq[ResultRow]): Option[Double] =
    for (limit <- rows.find(_.variant.name == dfsio); limitMbs <- mbPerSecond(limit); mbs <- mbPerSecond(row))
      yield mbs / limitMbs

  /** The share in each run, beside TestDFSIO's speed in the same round. */
  private def shareOfDfsioInRuns(row: ResultRow, rows: Seq[ResultRow]): Seq[Double] = {
    def speeds(row: ResultRow): Seq[Double] = {
      val (bytes, seconds) =
        (row.metricRuns.getOrElse("fileBytes", Nil), row.metricRuns.getOrElse("fileSeconds", Nil))
      bytes.zip(seconds).map { case (bytes, seconds) => bytes / seconds }
    }
    rows
      .find(_.variant.name == dfsio)
      .toSeq
      .flatMap(limit => speeds(row).zip(speeds(limit)).map { case (speed, limitSpeed) => speed / limitSpeed })
  }

  /** The time that serializing alone takes, as a share of the time at the files. */
  private def serializingShare(row: ResultRow): Option[Double] =
    for (serialize <- row.metrics.get("serializeSeconds"); seconds <- row.metrics.get("fileSeconds") if seconds > 0)
      yield serialize / seconds

  /** The fastest of Okibi's ways to write the files. */
  private def best(rows: Seq[ResultRow]): Option[ResultRow] =
    rows
      .filter(row => Set(StandardVariants.okibi, okibiKryo, okibiCodec)(row.variant.name))
      .filter(mbPerSecond(_).isDefined)
      .sortBy(-mbPerSecond(_).get)
      .headOption

  /** Figure 5: speed by size. */
  private def chart(data: String, sizesMb: Seq[Int], rows: Seq[ResultRow]): Chart = LineChart(
    s"Checkpoint of $data",
    "RDD, MB",
    "MB/s at the files",
    rows
      .map(row =>
        Points(row.variant.name, sizesMb.flatMap(size => row.metrics.get(s"$size.fileMBs").map(size.toDouble -> _)))
      )
      .filter(_.points.nonEmpty)
  )

  private def says(data: String)(rows: Seq[ResultRow]): Option[String] =
    for {
      limit <- rows.find(_.variant.name == dfsio)
      limitMbs <- mbPerSecond(limit)
      row <- best(rows)
      mbs <- mbPerSecond(row)
      serializing <- serializingShare(row)
    } yield f"TestDFSIO writes $limitMbs%.0f MB/s to this HDFS; checkpoints of $data reached $mbs%.0f MB/s " +
      f"(${row.variant.name}), ${mbs / limitMbs * 100}%.0f %% of it; serializing alone takes " +
      f"${serializing * 100}%.0f %% of " +
      "their time."
}
