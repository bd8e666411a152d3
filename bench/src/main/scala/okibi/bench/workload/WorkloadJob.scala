package okibi.bench.workload

import okibi.bench.protocol.{JobRequest, Stopwatch}

import org.apache.spark.SparkContext

/** One of the [[Workloads]].
  *
  * Arguments: workload (name), partitions, unit, seed. The storage level is that of the variant's
  * [[SparkJob.levelKey]].
  */
object WorkloadJob extends SparkJob("workload") {
  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val name = request.args("workload").str
    val workloads = new Workloads(
      sc,
      request.int("partitions"),
      request.args("unit").num,
      request.long("seed"),
      SparkJob.level(sc)
    )
    val (_, work) = workloads.all
      .find(_._1 == name)
      .getOrElse(throw new IllegalArgumentException(s"$name: no such workload"))
    ujson.Num(Workloads.answer(watch.time(name)(work())))
  }
}
