package okibi.bench.workload

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.experiment.devices.DeviceJob
import okibi.bench.fixture.TempFolder
import okibi.bench.machine.device.WritePlace
import okibi.bench.machine.probe.ProbeRecords
import okibi.bench.protocol.{Job, JobRequest, JobResult}
import okibi.bench.runner.RunScope

import munit.FunSuite

class PersistJobSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def run(scope: RunScope, job: Job, args: ujson.Obj, name: String, conf: (String, String)*): JobResult =
    job.run(JobRequest(conf, args, scope.subfolder(name)))

  folder.test("every serializer stores the same records, and the writes are measured at the files") { folder =>
    val writes =
      Seq(PersistJob.Write("small", 1, 1), PersistJob.Write("wide", 2, 2), PersistJob.Write("kept", 1, 1, keep = true))
    val args = ujson.Obj("records" -> ProbeRecords.strings, "seed" -> 1, "writes" -> ujson.Arr.from(writes.map(_.json)))
    val scope = new RunScope(folder)
    try {
      val results = Seq(
        "java" -> Nil,
        "kryo" -> Seq("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"),
        "okibi" -> Seq("spark.plugins" -> "okibi.spark.OkibiPlugin")
      ).map { case (name, conf) => run(scope, PersistJob, args, name, conf: _*) }
      assertEquals(results.map(_.answer).distinct.size, 1, results)
      assertEquals(results.head.answer("records").num, 10000.0)
      for (result <- results; write <- writes) {
        val megabytes = result.metrics(s"${write.name}.${PersistMetrics.fileMegabytes}")
        val payload = write.megabytes * write.threads
        assert(megabytes > payload && megabytes < payload * 1.5, (write.name, result.metrics))
        val compared = if (write.keep) Nil else Seq(PersistMetrics.plain, PersistMetrics.share, PersistMetrics.synced)
        (Seq(PersistMetrics.persist, PersistMetrics.serialize) ++ compared)
          .foreach(name => assert(result.metrics(s"${write.name}.$name") > 0, (write.name, name, result.metrics)))
      }
    } finally scope.close()
  }

  folder.test("the device job measures the directory of its variant") { folder =>
    val scope = new RunScope(folder)
    try {
      val result = run(
        scope,
        DeviceJob,
        ujson.Obj("quick" -> true),
        "device",
        WritePlace.folderKey -> scope.subfolder("place").toString
      )
      assert(result.metrics("sequential-write-cached.mbPerSecond") > 0, result.metrics)
      assert(result.metrics("random-read-cached.iops") > 0, result.metrics)
    } finally scope.close()
  }
}
