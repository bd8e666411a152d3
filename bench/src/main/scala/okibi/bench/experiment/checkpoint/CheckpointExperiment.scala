package okibi.bench.experiment.checkpoint

import okibi.bench.benchmark.{BenchOptions, Sides}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Variant}
import okibi.report.{Chart, Lines, Points}
import okibi.spark.CheckpointSerializer

/** Every way to checkpoint one kind of records. Speeds are those at the files on HDFS: from the creation of the first to the end of the
  * last, as its name node saw them.
  */
private[checkpoint] object CheckpointExperiment {
  private val dfsio = "TestDFSIO"
  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"
  private val okibiKryo = "okibi, Kryo"

  /** Beside the plugin, the setting that gets Okibi's codec to checkpoints. */
  private val codec = "spark.serializer" -> classOf[CheckpointSerializer].getName
  private val okibiCodec = "okibi, its codec"

  /** @param everyWay whether to compare computing twice, local checkpoints and Kryo too */
  def apply(
      data: String,
      sizes: Seq[Int],
      everyWay: Boolean,
      scale: CheckpointScale,
      options: BenchOptions
  ): Experiment = {
    val size = Seq("megabytes" -> ujson.Arr.from(sizes.map(ujson.Num(_))), "writers" -> ujson.Num(scale.writers))
    val work = ujson.Obj.from(size ++ Seq("data" -> ujson.Str(data), "seed" -> ujson.Num(options.seed.toDouble)))
    def variant(name: String, conf: (String, String)*) = Variant(
      name,
      CheckpointJob.mainClass,
      work,
      scale.heap,
      conf ++ CheckpointJob.client.map { case (key, value) => s"spark.hadoop.$key" -> value } :+
        ("spark.checkpoint.compress" -> "false")
    ) // As in the paper, and as the files that they are compared with.
    def way(name: String) = CheckpointJob.wayKey -> name
    val plugin = Sides.pluginConf.head
    Experiment(
      name = data,
      about =
        s"RDDs of $data of ${sizes.mkString(", ")} MB, ${scale.writers} partitions, heap ${scale.heap}, to HDFS; " +
          s"'${Sides.stock}', '${Sides.okibi}': persisted before, then checkpoint",
      variants = Seq(
        Variant(dfsio, DfsioJob.mainClass, ujson.Obj.from(size), scale.heap),
        variant(Sides.stock),
        variant(Sides.okibi, plugin),
        variant(okibiCodec, plugin, codec)
      ) ++ (if (everyWay)
              Seq(
                variant("stock, Kryo", kryo),
                variant(okibiKryo, plugin, kryo),
                variant("stock, not persisted", way(CheckpointJob.plain)),
                variant("stock, local", way(CheckpointJob.local)),
                variant("okibi, local", plugin, way(CheckpointJob.local))
              )
            else Nil),
      runs = options.runs.getOrElse(scale.runs),
      warmUps = 4, // One of each way.
      shared = true,
      columns = Seq(
        Column("MB/s", (row, _) => mbPerSecond(row).fold("-")(v => f"$v%.0f")),
        Column("of TestDFSIO", (row, rows) => ofDfsio(row, rows).fold("-")(v => f"${v * 100}%.0f %%")),
        Column("serialising", (row, _) => serializing(row).fold("-")(v => f"${v * 100}%.0f %%")),
        Column("computed", (row, _) => row.metrics.get("computedTimes").fold("-")(v => f"$v%.1f x")),
        Column("read s", (row, _) => row.metrics.get("readSeconds").fold("-")(v => f"$v%.1f"))
      ),
      headlines = rows =>
        for (row <- best(rows).toSeq; share <- ofDfsio(row, rows))
          yield Headline(
            headline(data),
            share,
            "x",
            variants = Seq(dfsio, row.variant.name),
            each = eachOfDfsio(row, rows)
          ),
      charts = rows => Seq(chart(data, sizes, rows)),
      says = says(data)
    )
  }

  private def headline(data: String) = if (data == "strings") "checkpoint.vs_dfsio" else s"checkpoint.$data.vs_dfsio"

  private def mbPerSecond(row: Row): Option[Double] =
    for (
      bytes <- row.metrics.get("fileBytes"); seconds <- row.metrics.get("fileSeconds")
      if seconds > 0 && row.failed.isEmpty
    ) yield bytes / 1e6 / seconds

  private def ofDfsio(row: Row, rows: Seq[Row]): Option[Double] =
    for (limit <- rows.find(_.variant.name == dfsio); most <- mbPerSecond(limit); own <- mbPerSecond(row))
      yield own / most

  /** The same of each run, beside TestDFSIO's of the same round. */
  private def eachOfDfsio(row: Row, rows: Seq[Row]): Seq[Double] = {
    def speeds(of: Row): Seq[Double] =
      of.each.getOrElse("fileBytes", Nil).zip(of.each.getOrElse("fileSeconds", Nil)).map { case (bytes, seconds) =>
        bytes / seconds
      }
    rows
      .find(_.variant.name == dfsio)
      .toSeq
      .flatMap(limit => speeds(row).zip(speeds(limit)).map { case (own, most) => own / most })
  }

  /** The part of the time at the files that serialising alone would take. */
  private def serializing(row: Row): Option[Double] =
    for (serialize <- row.metrics.get("serializeSeconds"); seconds <- row.metrics.get("fileSeconds") if seconds > 0)
      yield serialize / seconds

  /** The fastest of Okibi's ways to write the files. */
  private def best(rows: Seq[Row]): Option[Row] =
    rows
      .filter(row => Set(Sides.okibi, okibiKryo, okibiCodec)(row.variant.name))
      .filter(mbPerSecond(_).isDefined)
      .sortBy(-mbPerSecond(_).get)
      .headOption

  /** Figure 5: speed by size. */
  private def chart(data: String, sizes: Seq[Int], rows: Seq[Row]): Chart = Lines(
    s"Checkpoint of $data",
    "RDD, MB",
    "MB/s at the files",
    rows
      .map(row =>
        Points(row.variant.name, sizes.flatMap(size => row.metrics.get(s"$size.fileMBs").map(size.toDouble -> _)))
      )
      .filter(_.points.nonEmpty)
  )

  private def says(data: String)(rows: Seq[Row]): Option[String] =
    for {
      limit <- rows.find(_.variant.name == dfsio)
      most <- mbPerSecond(limit)
      row <- best(rows)
      own <- mbPerSecond(row)
      share <- serializing(row)
    } yield f"Of $most%.0f MB/s that this HDFS takes from TestDFSIO, checkpoints of $data reached $own%.0f MB/s (${row.variant.name}), " +
      f"${own / most * 100}%.0f %%; serialising alone takes ${share * 100}%.0f %% of their time."
}
