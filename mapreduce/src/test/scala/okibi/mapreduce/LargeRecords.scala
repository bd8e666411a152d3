package okibi.mapreduce

import java.nio.ByteBuffer
import java.util.Random
import java.util.zip.CRC32

import org.apache.hadoop.io.{BytesWritable, Text, Writable, WritableComparator}
import org.apache.hadoop.mapred.{JobConf, MapOutputCollector}
import org.apache.hadoop.mapreduce.{MRJobConfig, Reducer, TaskCounter}

/** A job of records that are larger than the sort buffer, or than what a merge reads at a time.
  *
  * @param keyBytes 0 for short keys
  * @param distinct keys among them
  * @param behind short records that follow each large one, and lie in the buffer when all is merged
  */
final case class LargeRecords(
    name: String,
    records: Int,
    valueBytes: Int,
    keyBytes: Int = 0,
    distinct: Int = Int.MaxValue,
    behind: Int = 0,
    sortMb: Int = 1,
    partitions: Int = 2,
    set: JobConf => Unit = _ => ()
) {
  def job: JobConf = {
    val job = Attempt.job(classOf[Text], classOf[BytesWritable], partitions)
    job.setInt(MRJobConfig.IO_SORT_MB, sortMb)
    set(job)
    job
  }

  def all: Iterator[MapRecord] = (0 until records).iterator.flatMap { i =>
    val number = i * 7919L % records % distinct
    val key = f"key $number%08d"
    val large = MapRecord(
      new Text("k" * keyBytes + key),
      new BytesWritable(LargeRecords.bytes(i, valueBytes)),
      (number % partitions).toInt
    )
    large +: Seq.tabulate(behind)(n =>
      MapRecord(new Text(s"$key, $n"), new BytesWritable(LargeRecords.bytes(i, n)), (number % partitions).toInt)
    )
  }
}

/** What runs in a JVM with little memory: jobs by our collector and by Hadoop's. Says of each whether their map output is the same. */
object LargeRecords {
  private def combining(combiner: Class[_ <: Reducer[_, _, _, _]])(job: JobConf): Unit =
    job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, combiner, classOf[Reducer[_, _, _, _]])

  private def all(sets: (JobConf => Unit)*)(job: JobConf): Unit = sets.foreach(set => set(job))

  private val snappy = MapOutputCodec.all.find(_.name == "Snappy").get
  private val more = 5 << 18
  private val block = 300000

  /** Snappy's last: its pool keeps buffers. */
  val jobs: Seq[LargeRecords] = Seq(
    LargeRecords("130 records of 5 MB in a buffer of 4 MB, all of it a quarter as large", 130, more),
    LargeRecords("10 records", 10, more),
    LargeRecords("10 records, small ones between and behind them", 10, more, behind = 20),
    LargeRecords("100 records, small ones between and behind them", 100, more, behind = 20),
    LargeRecords("1,000 records", 1000, 1 << 20),
    LargeRecords("1,000 records, three to a spill, and two passes of merging", 1000, block, behind = 1),
    LargeRecords("100 records in few spills", 100, block, sortMb = 8),
    LargeRecords("100 records in two hundred partitions", 100, block, partitions = 200),
    LargeRecords("40 large keys", 40, 10, keyBytes = more),
    LargeRecords(
      "40 large keys and values, small records between and behind them",
      40,
      more,
      keyBytes = block,
      behind = 20
    ),
    LargeRecords(
      "20 large keys for a comparator of the job's own",
      20,
      10,
      keyBytes = more,
      set = _.setOutputKeyComparatorClass(classOf[BackwardsComparator])
    ),
    LargeRecords("10 records, combined", 10, more, distinct = 3, set = combining(classOf[LargestValueCombiner])),
    LargeRecords(
      "100 records, combined",
      100,
      more,
      distinct = 30,
      behind = 20,
      set = combining(classOf[LargestValueCombiner])
    ),
    LargeRecords(
      "100 records in few spills, combined",
      100,
      block,
      distinct = 30,
      sortMb = 8,
      set = combining(classOf[LargestValueCombiner])
    ),
    LargeRecords(
      "20 large keys, combined",
      20,
      10,
      keyBytes = more,
      distinct = 8,
      set = combining(classOf[LargestValueCombiner])
    ),
    LargeRecords(
      "100 records, and a combiner that asks for the first key alone",
      100,
      more,
      set = combining(classOf[FirstKeyCombiner])
    ),
    LargeRecords("20 records, zlib", 20, more, behind = 20, set = MapOutputCodec.zlib.set),
    LargeRecords("100 records, Snappy", 100, more, behind = 20, set = snappy.set),
    LargeRecords("20 large keys, Snappy", 20, 10, keyBytes = more, set = snappy.set),
    LargeRecords(
      "100 records, combined, Snappy",
      100,
      more,
      distinct = 30,
      set = all(combining(classOf[LargestValueCombiner]), snappy.set)
    ),
    LargeRecords(
      "100 records, and a combiner that asks for the first key alone, Snappy",
      100,
      more,
      set = all(combining(classOf[FirstKeyCombiner]), snappy.set)
    )
  )

  val same = "the same as Hadoop's"

  def main(args: Array[String]): Unit = jobs.foreach { large =>
    val outcome =
      try {
        val mine = output(large, Attempt.ours())
        val hadoops = output(large, Attempt.hadoops())
        if (mine == hadoops) same else s"$mine, where Hadoop's is $hadoops"
      } catch { case e: Throwable => e.toString }
    println(s"${large.name}: $outcome")
  }

  /** Records of each partition and a sum over them, in which those of equal keys may come in any order; and records collected. */
  private def output(large: LargeRecords, collector: MapOutputCollector[Writable, Writable]): (Seq[(Int, Long)], Long) =
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

  /** So many bytes, of which each number has its own. */
  private def bytes(number: Int, length: Int): Array[Byte] = {
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
