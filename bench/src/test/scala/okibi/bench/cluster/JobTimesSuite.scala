package okibi.bench.cluster

import munit.FunSuite

import org.apache.hadoop.conf.Configuration
import org.slf4j.LoggerFactory

class JobTimesSuite extends FunSuite {
  private val maps = Seq(TaskTimes(2000, 9000), TaskTimes(2500, 8000))

  test("phases begin with the first task and end with the last") {
    val times = JobTimes(
      1000,
      20000,
      maps,
      Seq(TaskTimes(9500, 19000, Seq(12000, 15000)), TaskTimes(9500, 18500, Seq(12500, 15500))),
      Map("map.X" -> 3.0)
    )
    assertEquals(times.map, (2000L, 9000L))
    assertEquals(times.reduce, Some((9000L, 19000L)))
    assertEquals(
      times.metrics,
      Map(
        "jobSeconds" -> 19.0,
        "startSeconds" -> 1.0,
        "mapSeconds" -> 7.0,
        "reduceSeconds" -> 10.0,
        "maps" -> 2.0,
        "reduces" -> 2.0,
        "fetchSeconds" -> 2.75,
        "mergeSeconds" -> 3.0,
        "writeSeconds" -> 3.5,
        "map.X" -> 3.0
      )
    )
  }

  test("a job without reduce tasks has no reduce phase, and no parts of it where they are unknown") {
    assertEquals(
      JobTimes(0, 9000, maps, Nil).metrics.keySet,
      Set("jobSeconds", "startSeconds", "mapSeconds", "maps", "reduces")
    )
    assert(!JobTimes(0, 9000, maps, Seq(TaskTimes(1, 2))).metrics.contains("mergeSeconds"))
  }

  test("the local job runner's tasks are read from its log, and a failed job is an error") {
    val log = LoggerFactory.getLogger("org.apache.hadoop.mapred.LocalJobRunner")
    val times = JobWatch.during(new Configuration(false)) {
      for (task <- Seq("m_000000", "m_000001", "r_000000")) {
        log.info(s"Starting task: attempt_local123_0001_${task}_0")
        log.info(s"Finishing task: attempt_local123_0001_${task}_0")
      }
      log.info("Waiting for map tasks")
      0
    }
    assertEquals((times.maps.size, times.reduces.size), (2, 1))
    assert((times.submittedMs +: times.maps.map(_.startedMs)).forall(_ <= times.finishedMs), times)
    assert(
      intercept[IllegalStateException](JobWatch.during(new Configuration(false))(1)).getMessage.contains("exit code 1")
    )
  }
}
