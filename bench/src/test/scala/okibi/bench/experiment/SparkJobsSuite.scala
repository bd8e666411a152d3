package okibi.bench.experiment

import java.nio.file.{Files, Path}

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.experiment.demo.{LockWaitJob, SerializerJob}
import okibi.bench.experiment.shuffle.PowerJob
import okibi.bench.experiment.tpch.{IndexHeapJob, LookupJob}
import okibi.bench.fixture.TempFolder
import okibi.bench.machine.probe.MeasuredCodec
import okibi.bench.protocol.{Job, JobRequest, JobResult}
import okibi.bench.workload.{FilterJob, KMeansJob}

import munit.FunSuite

/** The jobs on Spark in this JVM. Other suites run jobs in JVMs of their own, as the runner does. */
class SparkJobsSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 3.minutes

  private def run(folder: Path, job: Job, args: ujson.Obj, conf: (String, String)*): JobResult =
    job.run(JobRequest(conf, args, Files.createTempDirectory(folder, "local")))

  folder.test("k-means clusters the number of vectors in its arguments") { folder =>
    val result = run(folder, KMeansJob, ujson.Obj("vectors" -> 2000, "partitions" -> 4, "iterations" -> 2, "seed" -> 1))
    assertEquals(result.answer("vectors").num, 2000.0)
    assert(result.answer("cost").num > 0)
    assert(result.metrics.keySet.contains("trainSeconds") && result.metrics.keySet.contains("gcMs"), result.metrics)
  }

  folder.test("the filter test reads every line and word of the user's files, and counts broken bytes once") { folder =>
    write(folder.resolve("in/a.txt"), "alpha beta\ngamma alpha\n\nlast")
    write(folder.resolve("in/sub/b.txt"), Array[Byte]('x', -1, ' ', 'y', '\n'))
    val input = ujson.Arr(folder.resolve("in").toString)
    val answer = run(folder, FilterJob, ujson.Obj("input" -> input, "rounds" -> 1)).answer
    assertEquals(answer("lines").num, 5.0)
    assertEquals(answer("words").num, 7.0)
    assertEquals(answer("brokenBytes").num, 1.0)
    val round = answer("rounds")(0)
    assertEquals((round("word").str, round("filtered")(0).num, round("counted").num), ("alpha", 2.0, 7.0))
  }

  folder.test("the filter test on seeded text finds the word that it filters for") { folder =>
    val answer =
      run(folder, FilterJob, ujson.Obj("bytes" -> 200000, "partitions" -> 4, "rounds" -> 2, "seed" -> 1)).answer
    assertEquals(answer("rounds").arr.size, 2)
    answer("rounds").arr.foreach { round =>
      assert(round("filtered")(0).num > 0, answer)
      assertEquals(round("counted").num, answer("words").num)
    }
  }

  folder.test("the filter test answers the same with an index and without, and the index skips partitions") { folder =>
    val args = ujson.Obj("bytes" -> 400000, "partitions" -> 10, "rounds" -> 2, "seed" -> 1)
    val stock = run(folder, FilterJob, args)
    val indexed =
      run(folder, FilterJob, args, "spark.plugins" -> "okibi.spark.OkibiPlugin", FilterJob.indexKey -> "true")
    assertEquals(indexed.answer, stock.answer)
    assert(indexed.metrics("partitionsPruned") > 0, indexed.metrics)
  }

  folder.test("lookups find every key, one row for each value") { folder =>
    val answer =
      run(folder, LookupJob, ujson.Obj("rows" -> 5000, "partitions" -> 10, "passes" -> 1, "seed" -> 1)).answer
    assertEquals(answer("rows").num, 5000.0)
    val found = answer("found").str.takeWhile(_.isDigit).toInt
    assert(
      found > LookupJob.perPass("equal") + 90 * LookupJob.perPass("in") && found <= LookupJob.perPass(
        "equal"
      ) + 100 * LookupJob.perPass("in"),
      answer
    )
  }

  folder.test("the index job finds its key with and without an index") { folder =>
    val args = ujson.Obj("partitions" -> 20, "keys" -> 100)
    val results = Seq("false", "true").map(index =>
      run(folder, IndexHeapJob, args, "spark.plugins" -> "okibi.spark.OkibiPlugin", FilterJob.indexKey -> index)
    )
    results.foreach(result => assertEquals(result.answer, ujson.Obj("count" -> 2000.0, "found" -> 1.0): ujson.Value))
    assert(results.last.metrics("indexBytes") > 0, results.last.metrics)
  }

  folder.test("the lock job reports the time that tasks waited") { folder =>
    val metrics = run(folder, LockWaitJob, ujson.Obj("vectors" -> 20000, "partitions" -> 8)).metrics
    Seq("lockWaitMs", "lockWaits", "blockedMs").foreach(name => assert(metrics(name) >= 0, metrics))
  }

  folder.test("all codecs read the same records back") { folder =>
    val args = ujson.Obj("records" -> 200, "seed" -> 1)
    val results = MeasuredCodec.all.map { case (codec, _) =>
      run(folder, SerializerJob, args, SerializerJob.codecKey -> codec)
    }
    assertEquals(results.map(_.answer).distinct.size, 1, results)
    assert(results.forall(_.metrics("vectorsBytes") > 200 * 160), results)
  }

  folder.test("the power aggregation counts every meter-day once, corrected or not, in one directory or in two") {
    folder =>
      def args(warmUpDays: Int) =
        ujson.Obj("meters" -> 20, "days" -> 31, "partitions" -> 3, "seed" -> 1, "warmUpDays" -> warmUpDays)
      val one = run(folder, PowerJob, args(warmUpDays = 0))
      val two = run(
        folder,
        PowerJob,
        args(warmUpDays = 1),
        "spark.local.dir" -> Seq("a", "b").map(folder.resolve(_)).mkString(","),
        "bench.series" -> "true"
      )
      assertEquals(two.answer, one.answer)
      assert(one.answer.str.takeWhile(_.isDigit).toInt > 20, one.answer)
      assert(one.metrics("shuffleWrittenBytes") > 2 * 20 * 31 * 300, one.metrics)
  }
}
