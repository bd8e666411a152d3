package okibi.mapreduce

import java.nio.ByteBuffer
import java.util.Random
import java.util.zip.CRC32

import org.apache.hadoop.io.{BytesWritable, Text, Writable, WritableComparator}
import org.apache.hadoop.mapred.{JobConf, MapOutputCollector}
import org.apache.hadoop.mapreduce.{MRJobConfig, Reducer, TaskCounter}

/** The main class of a child JVM with little memory. It runs each job with Okibi's collector and with Hadoop's, and
  * prints whether their map output is the same.
  */
object LargeRecordsMain {
  private def combining(combiner: Class[_ <: Reducer[_, _, _, _]])(job: JobConf): Unit =
    job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, combiner, classOf[Reducer[_, _, _, _]])

  private def all(sets: (JobConf => Unit)*)(job: JobConf): Unit = sets.foreach(set => set(job))

  private val snappy = MapOutputCodec.all.find(_.name == "Snappy").get
  private val more = 5 << 18
  private val block = 300000

  /** The jobs with Snappy come last, because its pool keeps buffers. */
  val jobs: Seq[LargeRecordsJob] = Seq(
    LargeRecordsJob("130 records of 1.25 MB in a buffer of 1 MB", 130, more),
    LargeRecordsJob("10 records", 10, more),
    LargeRecordsJob("10 records with small records after each", 10, more, behind = 20),
    LargeRecordsJob("100 records with small records after each", 100, more, behind = 20),
    LargeRecordsJob("1,000 records", 1000, 1 << 20),
    LargeRecordsJob("1,000 records, three to a spill, in two merge passes", 1000, block, behind = 1),
    LargeRecordsJob("100 records in few spills", 100, block, sortMb = 8),
    LargeRecordsJob("100 records in two hundred partitions", 100, block, partitions = 200),
    LargeRecordsJob("40 large keys", 40, 10, keyBytes = more),
    LargeRecordsJob(
      "40 large keys and values with small records after each",
      40,
      more,
      keyBytes = block,
      behind = 20
    ),
    LargeRecordsJob(
      "20 large keys with the job's own comparator",
      20,
      10,
      keyBytes = more,
      set = _.setOutputKeyComparatorClass(classOf[BackwardsComparator])
    ),
    LargeRecordsJob("10 records, combined", 10, more, distinct = 3, set = combining(classOf[LargestValueCombiner])),
    LargeRecordsJob(
      "100 records, combined",
      100,
      more,
      distinct = 30,
      behind = 20,
      set = combining(classOf[LargestValueCombiner])
    ),
    LargeRecordsJob(
      "100 records in few spills, combined",
      100,
      block,
      distinct = 30,
      sortMb = 8,
      set = combining(classOf[LargestValueCombiner])
    ),
    LargeRecordsJob(
      "20 large keys, combined",
      20,
      10,
      keyBytes = more,
      distinct = 8,
      set = combining(classOf[LargestValueCombiner])
    ),
    LargeRecordsJob(
      "100 records with a combiner that asks for the first key alone",
      100,
      more,
      set = combining(classOf[FirstKeyCombiner])
    ),
    LargeRecordsJob("20 records, zlib", 20, more, behind = 20, set = MapOutputCodec.zlib.set),
    LargeRecordsJob("100 records, Snappy", 100, more, behind = 20, set = snappy.set),
    LargeRecordsJob("20 large keys, Snappy", 20, 10, keyBytes = more, set = snappy.set),
    LargeRecordsJob(
      "100 records, combined, Snappy",
      100,
      more,
      distinct = 30,
      set = all(combining(classOf[LargestValueCombiner]), snappy.set)
    ),
    LargeRecordsJob(
      "100 records with a combiner that asks for the first key alone, Snappy",
      100,
      more,
      set = all(combining(classOf[FirstKeyCombiner]), snappy.set)
    )
  )

  val same = "the same as Hadoop's"

  def main(args: Array[String]): Unit = jobs.foreach { large =>
    val outcome =
      try {
        val actual = output(large, Attempt.okibiCollector())
        val expected = output(large, Attempt.hadoopCollector())
        if (actual == expected) same else s"got $actual, needed is Hadoop's $expected"
      } catch { case e: Throwable => e.toString }
    println(s"${large.name}: $outcome")
  }

  /** For each partition the number of records and a check sum, which ignores the order of records with equal keys; and
    * the number of collected records.
    */
  private def output(
      large: LargeRecordsJob,
      collector: MapOutputCollector[Writable, Writable]
  ): (Seq[(Int, Long)], Long) =
    Attempt.in(large.job) { attempt =>
      attempt.collect(collector, large.all).flush()
      collector.close()
      val partitions = Seq.newBuilder[(Int, Long)]
      CollectedOutput.scan(attempt) { partition =>
        var (records, sum, alike) = (0, 0L, 0L)
        var last = Array.empty[Byte]
        partition { (key, value) =>
          if (WritableComparator.compareBytes(last, 0, last.length, key.getData, 0, key.getLength) != 0) {
            last = java.util.Arrays.copyOf(key.getData, key.getLength)
            sum = 31 * (sum + alike)
            alike = 0
          }
          records += 1
          alike += checkSum(key.getData, key.getLength) * 31 + checkSum(value.getData, value.getLength)
        }
        partitions += records -> (sum + alike)
      }
      (partitions.result(), attempt.counter(TaskCounter.MAP_OUTPUT_RECORDS))
    }

  private def checkSum(bytes: Array[Byte], length: Int): Long = {
    val sum = new CRC32
    sum.update(bytes, 0, length)
    sum.getValue
  }

  private val random = {
    val bytes = new Array[Byte](2 << 20)
    new Random(1).nextBytes(bytes)
    bytes
  }

  /** Bytes that are different for each number. */
  private[mapreduce] def bytes(number: Int, length: Int): Array[Byte] = {
    val bytes = java.util.Arrays.copyOfRange(random, number * 641, number * 641 + length)
    if (length >= Integer.BYTES) ByteBuffer.wrap(bytes).putInt(number)
    bytes
  }
}

/** Combines to the first key of each partition, and asks for no value. */
final class FirstKeyCombiner extends Reducer[Text, BytesWritable, Text, BytesWritable] {
  override def run(context: Reducer[Text, BytesWritable, Text, BytesWritable]#Context): Unit =
    if (context.nextKey()) context.write(new Text(context.getCurrentKey), new BytesWritable)
}
