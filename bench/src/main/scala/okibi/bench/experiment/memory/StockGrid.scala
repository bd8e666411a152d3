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

  def contest(work: LimitedWork): Contest = Contest(
    winner = StandardVariants.stock,
    first = for (heap <- heaps; level <- levels) yield way(work, heap, level, StockGrid.kryo),
    second = { fastest =>
      val level = fastest.conf.toMap.apply(SparkJob.levelKey)
      val others = Seq(StockGrid.kryo ++ StockGrid.compressed, StockGrid.java, StockGrid.java ++ StockGrid.compressed)
      others.map(way(work, fastest.heap, level, _))
    }
  )

  /** @param settings by the words that name them */
  private def way(work: LimitedWork, heap: String, level: String, settings: Seq[(String, Seq[(String, String)])]) =
    work.variant(
      (Seq(s"heap $heap", level) ++ settings.map(_._1)).mkString(", "),
      heap,
      level,
      settings.flatMap(_._2): _*
    )
}

private[memory] object StockGrid {
  private val java = Seq("Java" -> Nil)
  private val kryo = Seq("Kryo" -> Seq("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"))
  private val compressed = Seq("compressed" -> Seq("spark.rdd.compress" -> "true"))
}
