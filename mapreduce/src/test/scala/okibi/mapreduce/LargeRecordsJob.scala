package okibi.mapreduce

import org.apache.hadoop.io.{BytesWritable, Text}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.MRJobConfig

/** A job of records that are larger than the sort buffer, or larger than a block of a merge.
  *
  * @param keyBytes the bytes of a key; 0 for short keys
  * @param distinct the most different keys
  * @param behind   the short records after each large one, which lie in the buffer during the merge
  * @param set      changes the job
  */
final case class LargeRecordsJob(
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
      new BytesWritable(LargeRecordsMain.bytes(i, valueBytes)),
      (number % partitions).toInt
    )
    large +: Seq.tabulate(behind)(n =>
      MapRecord(new Text(s"$key, $n"), new BytesWritable(LargeRecordsMain.bytes(i, n)), (number % partitions).toInt)
    )
  }
}
