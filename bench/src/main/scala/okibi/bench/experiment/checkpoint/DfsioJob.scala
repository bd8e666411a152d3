package okibi.bench.experiment.checkpoint

import java.nio.file.Files

import okibi.bench.cluster.{FileSpan, LocalRunner}
import okibi.bench.protocol.{Job, JobRequest, JobResult, Stopwatch}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.util.{Tool, ToolRunner}

/** TestDFSIO, Hadoop's own benchmark of HDFS: each map task only writes a file. The map tasks are threads of this JVM.
  *
  * Arguments: megabytes (sizes), writers. The folder is the variant's [[CheckpointJob.folderKey]]. Metrics are those of
  * [[CheckpointJob]]: TestDFSIO's own result is the rate of one writer, without the end of its file.
  */
object DfsioJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val folder = new Path(request.setting(CheckpointJob.folderKey).get)
    val writers = request.int("writers")
    val conf = configuration(request, folder, writers)
    val fs = folder.getFileSystem(conf)
    val watch = new Stopwatch(request.turns)
    val sizes = request.args("megabytes").arr.map(_.num.toLong).toSeq
    def written(size: Long): FileSpan = {
      watch.time("write")(write(conf, request, size, writers))
      val span = FileSpan.of(fs, folder, "test_io_")
      fs.delete(folder, true)
      span
    }
    val spans = sizes.map(size => size -> written(size))
    val metrics = spans.map { case (size, span) => s"$size.fileMBs" -> span.bytes / 1e6 / span.seconds }
    JobResult(
      watch.totalSeconds,
      ujson.Null,
      metrics.toMap + ("fileBytes" -> spans.map(_._2.bytes).sum.toDouble) + ("fileSeconds" -> spans
        .map(_._2.seconds)
        .sum)
    )
  }

  private def configuration(request: JobRequest, folder: Path, writers: Int): Configuration = {
    val conf = new Configuration
    conf.set("fs.defaultFS", folder.toUri.resolve("/").toString)
    conf.set("mapreduce.framework.name", "local")
    conf.setInt("mapreduce.local.map.tasks.maximum", writers)
    LocalRunner.keepIn(request.localDir, conf)
    conf.set("test.build.data", folder.toString)
    CheckpointJob.client.foreach { case (key, value) => conf.set(key, value) }
    conf
  }

  /** Runs TestDFSIO by its class name: it is one of Hadoop's test classes, which the bench is not compiled against. */
  private def write(conf: Configuration, request: JobRequest, size: Long, writers: Int): Unit = {
    val tool = Class.forName("org.apache.hadoop.fs.TestDFSIO").getConstructor().newInstance().asInstanceOf[Tool]
    val results = Files.createTempFile(request.localDir, "TestDFSIO", ".log")
    val exitCode = ToolRunner.run(
      conf,
      tool,
      Array(
        "-write",
        "-nrFiles",
        writers.toString,
        "-size",
        s"${size * 1000000 / writers}B",
        "-resFile",
        results.toString
      )
    )
    if (exitCode != 0) throw new IllegalStateException(s"TestDFSIO ended with exit code $exitCode")
  }
}
