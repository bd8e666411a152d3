package okibi.bench.experiment.explain

import java.nio.file.Files

import okibi.bench.protocol.{Job, JobRequest, JobResult}
import okibi.explain.Explanation

import org.apache.spark.{SparkConf, SparkContext}

/** Explains an event log of `bytes`, which it makes first. Its answer is the number of tasks that were not read, none. */
object LongLogJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val logs = Files.createDirectories(request.localDir.resolve("events"))
    val conf = new SparkConf(false)
      .setMaster("local[2]")
      .setAppName("okibi bench: long log")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.host", "127.0.0.1")
      .set("spark.driver.bindAddress", "127.0.0.1")
      .set("spark.local.dir", request.localDir.toString)
      .set("spark.eventLog.enabled", "true")
      .set("spark.eventLog.dir", logs.toUri.toString)
      .set("spark.eventLog.compress", "false")
      .set("spark.eventLog.rolling.enabled", "false")
    val sc = new SparkContext(conf)
    try sc.parallelize(0 until 10000, 200).map(i => (i % 100, i)).groupByKey(200).count()
    finally sc.stop()
    val long = request.localDir.resolve("long.log")
    val tasks = LongLog.write(ExplainedJob.only(logs), long, request.long("bytes"))
    val began = System.nanoTime()
    val explained = Explanation.of(long.toString)
    val seconds = (System.nanoTime() - began) / 1e9
    val read = explained.facts.stages.map(_.tasks.toLong).sum
    JobResult(
      seconds,
      ujson.Num((tasks - read).toDouble),
      Map(
        "bytes" -> Files.size(long).toDouble,
        "tasks" -> read.toDouble,
        "forgotten" -> explained.facts.forgotten.toDouble
      )
    )
  }
}
