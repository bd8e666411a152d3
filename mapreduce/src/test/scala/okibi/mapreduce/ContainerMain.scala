package okibi.mapreduce

import org.apache.hadoop.io.{IntWritable, Text}
import org.apache.hadoop.mapreduce.MRJobConfig

/** What runs where YARN would run it: an attempt for each buffer size, in a container of so many megabytes. */
object ContainerMain {
  def main(args: Array[String]): Unit =
    args.toSeq.map(_.split(':').map(_.toInt)).foreach { case Array(container, buffer) =>
      val job = Attempt.job(classOf[Text], classOf[IntWritable])
      job.setInt(MRJobConfig.MAP_MEMORY_MB, container)
      job.setInt(MRJobConfig.IO_SORT_MB, buffer)
      val output = Attempt.in(job)(
        _.run(Attempt.ours(), Iterator.tabulate(1000)(i => MapRecord(new Text(s"key $i"), new IntWritable(i), 0)))
      )
      println(s"$container:$buffer: ${output.partitions.map(_.size).sum} records")
    }
}
