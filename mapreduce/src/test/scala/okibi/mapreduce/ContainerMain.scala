package okibi.mapreduce

import org.apache.hadoop.io.{IntWritable, Text}
import org.apache.hadoop.mapreduce.MRJobConfig

/** The main class of a child JVM in a container of YARN. Each argument is the size of a container and of a buffer in
  * megabytes, and runs an attempt with them.
  */
object ContainerMain {
  def main(args: Array[String]): Unit =
    args.toSeq.map(_.split(':').map(_.toInt)).foreach { case Array(containerMb, bufferMb) =>
      val job = Attempt.job(classOf[Text], classOf[IntWritable])
      job.setInt(MRJobConfig.MAP_MEMORY_MB, containerMb)
      job.setInt(MRJobConfig.IO_SORT_MB, bufferMb)
      val records = Iterator.tabulate(1000)(i => MapRecord(new Text(s"key $i"), new IntWritable(i), 0))
      val output = Attempt.runOkibi(job, records)
      println(s"$containerMb:$bufferMb: ${output.partitions.map(_.size).sum} records")
    }
}
