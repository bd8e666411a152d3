package okibi.bench.experiment.terasort

import okibi.bench.cluster.{JobWatch, LocalRunner}
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapreduce.{Job => HadoopJob}

/** What a job on Hadoop is told beside its work. */
private[terasort] object HadoopRequest {

  /** The folder of an HDFS with the data. */
  val folderKey = "bench.terasort.folder"

  /** Process numbers of the data nodes of this machine, separated by commas. */
  val serversKey = "bench.terasort.servers"

  /** How often it is asked whether a job has ended: Hadoop's own five seconds are longer than the smallest jobs, whose time would be theirs in the local runner. */
  private val pollMs = 100
  private val polled = Seq(HadoopJob.COMPLETION_POLL_INTERVAL_KEY, HadoopJob.PROGRESS_MONITOR_POLL_INTERVAL_KEY)

  def folder(request: JobRequest): Path = new Path(
    request
      .setting(folderKey)
      .getOrElse(throw new IllegalArgumentException(s"$folderKey: got none. The variant must name a folder."))
  )

  def servers(request: JobRequest): Seq[Long] =
    request.setting(serversKey).toSeq.flatMap(_.split(',')).filter(_.nonEmpty).map(_.toLong)

  /** Whether this is the job with hardly any data, which shows what starting its tasks costs: its argument `empty`. */
  def isEmpty(request: JobRequest): Boolean = request.args.obj.get("empty").exists(_.bool)

  /** All settings of the variant that are not the bench's own, over what the class path has. Tasks in this JVM have its own folder for their files. */
  def conf(request: JobRequest): Configuration = {
    val conf = new Configuration
    request.conf.foreach { case (key, value) => if (!key.startsWith("bench.")) conf.set(key, value) }
    polled.foreach(conf.setInt(_, pollMs))
    if (JobWatch.isLocal(conf)) LocalRunner.keepIn(request.localDir, conf)
    conf
  }
}
