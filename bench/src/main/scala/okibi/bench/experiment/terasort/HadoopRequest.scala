package okibi.bench.experiment.terasort

import okibi.bench.cluster.{JobWatch, LocalRunner}
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapreduce.{Job => HadoopJob}

/** Settings of a job on Hadoop. */
private[terasort] object HadoopRequest {

  /** Setting for the folder of an HDFS with the data. */
  val folderKey = "bench.terasort.folder"

  /** Setting for the process numbers of the data nodes on this machine, separated by commas. */
  val serversKey = "bench.terasort.servers"

  /** Interval at which a client asks whether its job has ended. Hadoop's own five seconds are longer than the smallest
    * jobs, whose time in the local runner they would become.
    */
  private val pollMs = 100
  private val pollKeys = Seq(HadoopJob.COMPLETION_POLL_INTERVAL_KEY, HadoopJob.PROGRESS_MONITOR_POLL_INTERVAL_KEY)

  def folder(request: JobRequest): Path = new Path(
    request
      .setting(folderKey)
      .getOrElse(throw new IllegalArgumentException(s"$folderKey: got none. The variant must name a folder."))
  )

  def servers(request: JobRequest): Seq[Long] =
    request.setting(serversKey).toSeq.flatMap(_.split(',')).filter(_.nonEmpty).map(_.toLong)

  /** Whether this is the job with hardly any data, which shows the cost of starting its tasks: its argument `empty`. */
  def isEmpty(request: JobRequest): Boolean = request.args.obj.get("empty").exists(_.bool)

  /** All settings of the variant except the bench's own, over the settings of the class path. Tasks in this JVM get its
    * own folder for their files.
    */
  def conf(request: JobRequest): Configuration = {
    val conf = new Configuration
    request.conf.foreach { case (key, value) => if (!key.startsWith("bench.")) conf.set(key, value) }
    pollKeys.foreach(conf.setInt(_, pollMs))
    if (JobWatch.isLocal(conf)) LocalRunner.keepIn(request.localDir, conf)
    conf
  }
}
