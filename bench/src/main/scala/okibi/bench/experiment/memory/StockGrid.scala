package okibi.bench.experiment.memory

import okibi.bench.benchmark.StandardVariants
import okibi.bench.runner.{Contest, Variant}
import okibi.bench.workload.SparkJob

/** The settings of stock Spark among which the best is looked for: heaps and storage levels first, then serializers and
  * compression with the fastest of those.
  *
  * @param heaps  as -Xmx takes them
  * @param levels by their names in Spark
  */
private[memory] final case class StockGrid(heaps: Seq[String], levels: Seq[String]) {

  /** @param base the work, with the settings that all variants share */
  def contest(base: Variant): Contest = Contest(
    winner = StandardVariants.stock,
    first = for (heap <- heaps; level <- levels) yield {
      base.copy(
        name = s"heap $heap, $level, Kryo",
        heap = heap,
        conf = base.conf ++ Seq(SparkJob.levelKey -> level, StockGrid.kryo)
      )
    },
    second = fastest =>
      for {
        kryo <- Seq(true, false)
        compressed <- Seq(false, true)
        if !(kryo && !compressed)
      } yield {
        val serializer = if (kryo) "Kryo" else "Java"
        fastest.copy(
          name = s"${fastest.name.stripSuffix(", Kryo")}, $serializer${if (compressed) ", compressed" else ""}",
          conf = fastest.conf.filter(setting => kryo || setting != StockGrid.kryo) ++
            (if (compressed) Some("spark.rdd.compress" -> "true") else None)
        )
      }
  )
}

private[memory] object StockGrid {
  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"
}
