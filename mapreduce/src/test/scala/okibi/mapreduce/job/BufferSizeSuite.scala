package okibi.mapreduce.job

import munit.FunSuite

import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig

class BufferSizeSuite extends FunSuite {
  private def size(heapMb: Int, settings: (String, String)*): BufferSize = {
    val conf = new JobConf(false)
    settings.foreach { case (key, value) => conf.set(key, value) }
    new BufferSize(conf, true, heapMb.toLong << 20)
  }

  private def megabytes(size: BufferSize): Option[Long] = if (size.suffices) Some(size.bytes >> 20) else None

  test("Hadoop's defaults have room for the whole buffer of 100 in a container of 1024 with four fifths of heap") {
    assertEquals(megabytes(size(820)), Some(100L))
    assertEquals(megabytes(size(820, MRJobConfig.MAP_MEMORY_MB -> "1024")), Some(100L))
  }

  test("a larger buffer gets the room that the container leaves, down to a quarter of its size") {
    val larger = MRJobConfig.IO_SORT_MB -> "256"
    assertEquals(megabytes(size(820, larger)), Some(107L))
    assertEquals(megabytes(size(860, larger)), Some(66L))
    assertEquals(megabytes(size(870, larger)), None)
    assertEquals(megabytes(size(2000, larger)), None)
    assertEquals(megabytes(size(1100, MRJobConfig.IO_SORT_MB -> "2")), None)
  }

  test("a heap that is smaller by the buffer leaves room for the whole buffer") {
    assertEquals(
      megabytes(size(3276, MRJobConfig.MAP_MEMORY_MB -> "4096", MRJobConfig.IO_SORT_MB -> "1024")),
      Some(646L)
    )
    assertEquals(
      megabytes(size(3276 - 1024, MRJobConfig.MAP_MEMORY_MB -> "4096", MRJobConfig.IO_SORT_MB -> "1024")),
      Some(1024L)
    )
  }

  test("a job with a limit to its spills needs the whole buffer") {
    val limited = MRJobConfig.SPILL_FILES_COUNT_LIMIT -> "3"
    assertEquals(megabytes(size(820, limited)), Some(100L))
    assertEquals(megabytes(size(820, limited, MRJobConfig.IO_SORT_MB -> "256")), None)
  }

  test("an uberized task has the container of the application master, and without a container there is no limit") {
    val sorting = MRJobConfig.IO_SORT_MB -> "1024"
    assertEquals(megabytes(size(1024, sorting, "mapreduce.task.uberized" -> "true")), Some(408L))
    val conf = new JobConf(false)
    conf.setInt(MRJobConfig.IO_SORT_MB, 1024)
    assertEquals(megabytes(new BufferSize(conf, false, 1L << 40)), Some(1024L))
  }

  test("the text for a smaller buffer names the cause and the remedy") {
    assertEquals(
      size(820, MRJobConfig.IO_SORT_MB -> "256").toString,
      "107 of the 256 megabytes of mapreduce.task.io.sort.mb, because the container has no room for " +
        "more beside the heap; lower -Xmx in mapreduce.map.java.opts to enlarge the buffer"
    )
  }
}
