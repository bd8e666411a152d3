package okibi.bench.experiment.demo

import okibi.bench.machine.probe.MeasuredCodec
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow, Variant}

/** Serialization and deserialization, compared with Spark's Kryo. The headline is the worst kind of record. */
object SerializerExperiment {
  private val kinds = Seq("strings", "tuples", "caseClass", "vectors")

  def apply(plan: DemoPlan): Experiment = {
    val work = ujson.Obj("records" -> plan.scale.serializedRecords, "seed" -> plan.seed.toDouble)
    val job = SerializerJob.mainClass
    Experiment(
      name = "serializer",
      about = s"serialize and read back ${plan.scale.serializedRecords} records of each kind in memory, milliseconds",
      variants = Seq(MeasuredCodec.kryo, MeasuredCodec.okibi).map(codec =>
        Variant(codec, job, work, plan.heap, Seq(SerializerJob.codecKey -> codec))
      ),
      runs = plan.rounds.others,
      report = ExperimentReport(
        columns =
          kinds.map(kind => Column(kind, (row, _) => ns(row, kind).map(value => f"${value / 1e6}%.1f").getOrElse("-"))),
        headlines = { rows =>
          val ratios = for {
            okibi <- rows.find(_.variant.name == MeasuredCodec.okibi).toSeq
            kryo <- rows.find(_.variant.name == MeasuredCodec.kryo).toSeq
            kind <- kinds
            okibiNs <- ns(okibi, kind)
            kryoNs <- ns(kryo, kind)
          } yield okibiNs / kryoNs
          if (ratios.isEmpty) Nil else Seq(Headline("serializer.vs_kryo", ratios.max, "x"))
        }
      )
    )
  }

  private def ns(row: ResultRow, kind: String): Option[Double] = row.metrics.get(s"${kind}Ns")
}
