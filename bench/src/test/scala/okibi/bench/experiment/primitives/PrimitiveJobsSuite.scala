package okibi.bench.experiment.primitives

import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.data.text.TextFiles
import okibi.bench.fixture.TempFolder
import okibi.bench.mapreduce.SortKind
import okibi.bench.protocol.{JobRequest, JobResult}
import okibi.bench.runner.RunScope

import munit.FunSuite

/** The jobs at sizes without meaningful figures, in this JVM. */
class PrimitiveJobsSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def run(folder: Path, job: PrimitiveJob, way: String, args: (String, ujson.Value)*): JobResult = {
    val timing = JmhTiming(warmUps = 0, iterations = 1, millis = 1).json
    val all = ujson.Obj.from(args ++ Seq("timing" -> timing, "seed" -> ujson.Num(1)))
    job.run(
      JobRequest(
        Seq(PrimitiveJob.wayKey -> way, PrimitiveJob.folderKey -> folder.toString, SortingJob.collectorKey -> way),
        all,
        folder
      )
    )
  }

  private def sameAnswers(results: Seq[(String, JobResult)]): Unit =
    results.foreach { case (way, result) => assertEquals(result.answer, results.head._2.answer, way) }

  folder.test("every way to read a file reads all of it, and splits the processor's time") { folder =>
    val results = ReadingJob.ways
      .filterNot(_ == ReadingJob.hdfs)
      .map(way => way -> run(folder, ReadingJob, way, "bytes" -> ujson.Num(300000)))
    sameAnswers(results)
    results.foreach { case (way, result) =>
      assertEquals(result.metrics("read.bytes"), 300000.0, way)
      assert(result.seconds > 0 && result.metrics("copyMBs") > 0, (way, result))
      if (Files.isReadable(java.nio.file.Paths.get("/proc/self/stat")))
        assert(result.metrics.contains("reader.kernelShare"), (way, result))
    }
    assertEquals(Files.list(folder).count, 1L)
  }

  folder.test("every serializer restores every type") { folder =>
    val results = SerializingJob.ways.map(way => way -> run(folder, SerializingJob, way, "elements" -> ujson.Num(150)))
    sameAnswers(results)
    results.foreach { case (way, result) =>
      for (name <- TypedElements.names; direction <- Seq("write", "read"))
        assert(result.metrics(s"$name.$direction.seconds") > 0, (way, name, direction))
      assertEquals(result.metrics("Long.write.bytes"), 1200.0, way)
    }
  }

  folder.test("decoding restores the encoded strings") { folder =>
    for (
      (language, charset) <- Seq(
        TextFiles.english -> "US-ASCII",
        TextFiles.english -> "UTF-8",
        TextFiles.japanese -> "UTF-8"
      )
    ) {
      val result = run(
        folder,
        StringsJob,
        "-",
        "language" -> language,
        "inputs" -> ujson.Arr(),
        "bytes" -> ujson.Num(20000),
        "charset" -> charset
      )
      assertEquals(result.answer, ujson.True: ujson.Value)
      assert(result.metrics("encode.bytes") > 15000 && result.metrics("decode.seconds") > 0, result)
    }
  }

  folder.test("every way finds the same lines and words, in seeded text and in the user's") { folder =>
    val texts = write(folder.resolve("in/a b.txt"), "One line, with\tthis. " * 40 + "\nand another é\n").getParent
    for (inputs <- Seq(ujson.Arr(), ujson.Arr(texts.toString)); what <- Seq(LinesJob.lines, LinesJob.both)) {
      val work = Files.createTempDirectory(folder, "text")
      val ways = LinesJob.ways.collect { case (way, `what`) => way }
      sameAnswers(
        ways.map(way =>
          way -> run(
            work,
            LinesJob,
            way,
            "language" -> TextFiles.english,
            "inputs" -> inputs,
            "bytes" -> ujson.Num(50000),
            "what" -> what
          )
        )
      )
    }
    val alone = run(
      folder,
      LinesJob,
      LinesJob.tokenizer,
      "language" -> TextFiles.english,
      "inputs" -> ujson.Arr(),
      "bytes" -> ujson.Num(50000),
      "what" -> LinesJob.words
    )
    assert(alone.answer("words").num > 5000, alone.answer)
  }

  folder.test("Hadoop's collector sorts and merges every kind of records, and its merge is timed apart") { folder =>
    // Hadoop opens an index by the escaped form of its name.
    val plain = Files.createTempDirectory(folder.getParent, "okibi-test-")
    val hadoop = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer"
    val args: Seq[(String, ujson.Value)] = Seq("small" -> 60000, "large" -> 20000, "megabytes" -> 1)
    val (result, again) =
      try (run(plain, SortingJob, hadoop, args: _*), run(plain, SortingJob, hadoop, args: _*))
      finally RunScope.delete(plain)
    assertEquals(result.answer.obj.keys.toSeq, SortKind.all.map(_.name))
    assertEquals(again.answer, result.answer)
    SortKind.all.foreach { kind =>
      val merge = result.metrics(s"${kind.name}.mergeSeconds")
      assert(merge > 0 && merge < result.metrics(s"${kind.name}.seconds") * 5, (kind.name, result.metrics))
    }
  }

  folder.test("every codec restores intermediate data, from fewer bytes") { folder =>
    CodecsJob.ways.foreach { way =>
      val result = run(folder, CodecsJob, way, "bytes" -> ujson.Num(100000))
      IntermediateData.kinds.foreach { kind =>
        assertEquals(result.answer(kind), ujson.True: ujson.Value, (way, kind))
        assert(result.metrics(s"$kind.ratio") < 0.9, (way, kind, result.metrics))
      }
    }
  }
}
