package okibi.bench.job

import java.nio.file.Path

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.TempFolder
import okibi.bench.runner.{ChildJvm, RunScope, Variant}

import munit.FunSuite

/** The jobs on stock Spark, each in a JVM of its own as the runner starts them. */
class SparkJobsSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 3.minutes

  private def run(folder: Path, job: Job, args: ujson.Obj, conf: (String, String)*): JobResult = {
    val scope = new RunScope(folder)
    try new ChildJvm(scope, folder.resolve("logs")).run(Variant("stock", job.mainClass, args, "512m", conf), "run").fold(fail(_), identity)
    finally scope.close()
  }

  folder.test("KMeans clusters the vectors it was asked for") { folder =>
    val result = run(folder, KMeansJob, ujson.Obj("vectors" -> 2000, "partitions" -> 4, "iterations" -> 2, "seed" -> 1))
    assertEquals(result.answer("vectors").num, 2000.0)
    assert(result.answer("cost").num > 0)
    assert(result.metrics.keySet.contains("trainSeconds") && result.metrics.keySet.contains("gcMs"), result.metrics)
  }

  folder.test("the filter test reads the user's files: every line, every word, broken bytes counted once") { folder =>
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

  folder.test("the filter test on seeded text finds the word it looks for") { folder =>
    val answer = run(folder, FilterJob, ujson.Obj("bytes" -> 200000, "partitions" -> 4, "rounds" -> 2, "seed" -> 1)).answer
    assertEquals(answer("rounds").arr.size, 2)
    answer("rounds").arr.foreach { round =>
      assert(round("filtered")(0).num > 0, answer)
      assertEquals(round("counted").num, answer("words").num)
    }
  }

  folder.test("the lock job reports how long tasks waited") { folder =>
    val metrics = run(folder, LockWaitJob, ujson.Obj("vectors" -> 20000, "partitions" -> 8)).metrics
    Seq("lockWaitMs", "lockWaits", "blockedMs").foreach(name => assert(metrics(name) >= 0, metrics))
  }

  folder.test("all codecs read back the same records") { folder =>
    val args = ujson.Obj("records" -> 200, "seed" -> 1)
    val results = MeasuredCodec.all.map { case (codec, _) => run(folder, SerializerJob, args, SerializerJob.codecKey -> codec) }
    assertEquals(results.map(_.answer).distinct.size, 1, results)
    assert(results.forall(_.metrics("vectorsBytes") > 200 * 160), results)
  }
}
