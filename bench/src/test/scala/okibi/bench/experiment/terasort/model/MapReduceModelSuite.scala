package okibi.bench.experiment.terasort.model

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class MapReduceModelSuite extends ScalaCheckSuite {
  import MapReduceModel._
  import PaperRates.{oneCore, output, smallRecords, teraSort}

  private val map = teraSortMap(teraSort, output)
  private val reduce = teraSortReduce(teraSort, output)

  test("the paper's primitives give the paper's rates of TeraSort: 15.1, 61.6 and 12.1 MB/s a core") {
    assertEqualsDouble(map.mbPerSecond(oneCore), 15.1, 0.05)
    assertEqualsDouble(reduce.mbPerSecond(oneCore), 61.6, 0.05)
    assertEqualsDouble(map.andThen(reduce).mbPerSecond(oneCore), 12.1, 0.05)
  }

  test("the paper's primitives give its rates of word count and log analysis: 2.8 and 39 MB/s a core") {
    assertEqualsDouble(wordCountMap(smallRecords, MapOutputShape()).mbPerSecond(oneCore), 2.8, 0.05)
    assertEqualsDouble(logAnalysis(teraSort).mbPerSecond(oneCore), 39, 0.5)
  }

  test("400 GB on the paper's 80 cores take 331 s to map and 162 s to reduce, mostly sorting and merging") {
    val mapped = map.predict(400e3, PaperRates.map)
    val reduced = reduce.predict(400e3, PaperRates.reduce)
    assertEqualsDouble(mapped.seconds, 400e3 / (15.1 * 80), 1)
    assertEqualsDouble(reduced.seconds, 400e3 / (61.6 * 40), 1)
    assertEquals(mapped.terms.maxBy(_.seconds).name, "sort and merge")
    assertEquals(reduced.terms.maxBy(_.seconds).name, "merge")
    assert(mapped.terms.map(_.seconds).max / mapped.seconds > 0.6, mapped)
  }

  test("a prediction is compared with the measured time") {
    val prediction =
      PhaseModel("p", Seq(PhaseTerm("a", 10), PhaseTerm("b", 20, share = 2))).predict(100, PhaseConditions(cores = 2))
    assertEquals(prediction.terms, Seq(TermSeconds("a", 5), TermSeconds("b", 5)))
    assertEqualsDouble(prediction.error(8), 0.25, 1e-9)
    assertEqualsDouble(prediction.error(20), -0.5, 1e-9)
  }

  test("fixed costs are shared by the cores too") {
    val phase = PhaseModel("p", Seq(PhaseTerm("a", 10))).withFixed("start", 6)
    assertEquals(
      phase.predict(100, PhaseConditions(cores = 2, overlap = 0.5)).terms,
      Seq(TermSeconds("start", 6), TermSeconds("a", 10))
    )
    assertEqualsDouble(phase.andThen(phase).predict(0, PhaseConditions(cores = 1)).seconds, 12, 1e-9)
    intercept[IllegalArgumentException](phase.withFixed("start", -1))
    intercept[IllegalArgumentException](phase.withFixed("start", Double.NaN))
  }

  test("without compression nothing is compressed, with one spill nothing is read again") {
    def names(output: MapOutputShape): Seq[String] = teraSortMap(teraSort, output).terms.map(_.name)
    assertEquals(names(MapOutputShape()), Seq("read from HDFS", "deserialize", "serialize", "sort and merge"))
    assertEquals(names(MapOutputShape(spills = false, compression = Some(Compression(0.5)))).last, "compress")
    assertEquals(
      names(MapOutputShape(compression = Some(Compression(0.5)))).takeRight(2),
      Seq("compress", "decompress")
    )
    assertEquals(
      teraSortReduce(teraSort, MapOutputShape(compression = Some(Compression(0.5)))).terms.head,
      PhaseTerm("copy", 3600, 0.5)
    )
  }

  test("a log analysis that writes nothing has only the costs of lines and words") {
    assertEqualsDouble(
      logAnalysis(teraSort).secondsPerMb - logAnalysis(teraSort, written = 0).secondsPerMb,
      1 / teraSort.serialize,
      1e-9
    )
  }

  test("tracking of records is a term where it was measured") {
    val rates = teraSort.copy(tracking = Some(TrackingRates(input = 200, output = 100)))
    val term = PhaseTerm("count records", 200)
    Seq(teraSortMap(rates, output), wordCountMap(rates, output), logAnalysis(rates)).foreach(phase =>
      assert(phase.terms.contains(term), phase)
    )
    assertEquals(teraSortReduce(rates, MapOutputShape(perInputByte = 2)).terms.last, PhaseTerm("count records", 100, 2))
    assert(!teraSortMap(teraSort, output).terms.exists(_.name == term.name))
  }

  property("seconds grow with the data, fall with cores and overlap, and are the sum of the terms") {
    val positive = Gen.choose(0.1, 1000.0)
    forAll(positive, positive, Gen.choose(0.1, 1.0), positive) { (megabytes, cores, overlap, rate) =>
      val phase = teraSortMap(teraSort.copy(sortAndMerge = rate), output)
      val seconds = phase.predict(megabytes, PhaseConditions(cores, overlap)).seconds
      assertEqualsDouble(seconds, megabytes * phase.secondsPerMb / cores / overlap, seconds * 1e-9)
      assertEqualsDouble(
        phase.predict(2 * megabytes, PhaseConditions(2 * cores, overlap)).seconds,
        seconds,
        seconds * 1e-9
      )
    }
  }

  test("a rate that was not measured is refused with its name") {
    assert(
      intercept[IllegalArgumentException](teraSortMap(teraSort.copy(hdfsRead = 0), output)).getMessage
        .startsWith("read from HDFS: 0.0 MB/s")
    )
    intercept[IllegalArgumentException](PhaseTerm("a", Double.NaN))
    intercept[IllegalArgumentException](PhaseConditions(cores = 0))
    intercept[IllegalArgumentException](Compression(0))
    intercept[IllegalArgumentException](map.predict(-1, oneCore))
  }
}
