package okibi.bench.experiment.explain

import java.nio.file.Files

import okibi.bench.protocol.{Job, JobRequest, JobResult}
import okibi.bench.workload.EmbeddedSpark
import okibi.explain.diagnosis.Explanation

import org.apache.spark.{SparkConf, SparkContext}

/** Makes an event log of `bytes` bytes and explains it. The answer is the number of tasks that were not read, 0. */
object LongLogJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val logs = Files.createDirectories(request.localDir.resolve("events"))
    val conf = EmbeddedSpark
      .configure(new SparkConf(false), "long log", "local[2]", request.localDir)
      .set("spark.eventLog.enabled", "true")
      .set("spark.eventLog.dir", logs.toUri.toString)
      .set("spark.eventLog.compress", "false")
      .set("spark.eventLog.rolling.enabled", "false")
    val sc = new SparkContext(conf)
    try sc.parallelize(0 until 10000, 200).map(i => (i % 100, i)).groupByKey(200).count()
    finally sc.stop()
    val long = request.localDir.resolve("long.log")
    val tasks = LongLog.write(ExplainedJob.only(logs), long, request.long("bytes"))
    val startNs = System.nanoTime()
    val explained = Explanation.of(long.toString)
    val seconds = (System.nanoTime() - startNs) / 1e9
    val read = explained.facts.stages.map(_.tasks.toLong).sum
    JobResult(
      seconds,
      ujson.Num((tasks - read).toDouble),
      Map(
        "bytes" -> Files.size(long).toDouble,
        "tasks" -> read.toDouble,
        "forgotten" -> explained.facts.reliability.forgottenStages.toDouble
      )
    )
  }
}
