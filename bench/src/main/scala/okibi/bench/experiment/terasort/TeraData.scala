package okibi.bench.experiment.terasort

import scala.io.{Codec, Source}

import okibi.bench.cluster.LocalRunner
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.examples.terasort.{TeraChecksum, TeraGen, TeraValidate}
import org.apache.hadoop.fs.Path
import org.apache.hadoop.util.{Tool, ToolRunner}

/** The records of TeraSort in a folder, made and judged by Hadoop's own programs. */
private[terasort] final class TeraData(request: JobRequest) {
  private val base = new Path(HadoopRequest.folder(request), if (HadoopRequest.isEmpty(request)) "empty" else "tera")
  private val checksums = new Path(base, "checksum")
  val input = new Path(base, "in")
  val output = new Path(base, "out")

  /** Makes the records if they are not there, a file for each map task, and their checksum. */
  def make(): Unit = {
    val files = request.int("maps")
    val records = if (HadoopRequest.isEmpty(request)) files.toLong * emptyRecords else request.long("records")
    val conf = HadoopRequest.conf(request)
    if (!input.getFileSystem(conf).exists(input)) {
      conf.setInt("mapreduce.job.maps", files)
      run(conf, new TeraGen, records.toString, input.toString)
      run(beside(conf), new TeraChecksum, input.toString, checksums.toString)
    }
  }

  def deleteOutput(): Unit = {
    output.getFileSystem(HadoopRequest.conf(request)).delete(output, true)
    ()
  }

  /** The checksum of the output, which was found to be in order and to be that of the input.
    *
    * @throws IllegalStateException when it is not
    */
  def validated(): String = {
    val conf = HadoopRequest.conf(request)
    val report = new Path(base, "report")
    report.getFileSystem(conf).delete(report, true)
    run(beside(conf), new TeraValidate, output.toString, report.toString)
    val found = text(conf, report).linesIterator.toSeq
    val expected = text(conf, checksums).trim
    found match {
      case Seq(only) if only.split('\t').toSeq == Seq("checksum", expected) => expected
      case _ =>
        throw new IllegalStateException(
          s"TeraValidate: $output is not sorted, or not the input, whose checksum is $expected: ${found.take(3).mkString("; ")}"
        )
    }
  }

  /** Of a map task that has hardly any: enough to find the reduce tasks' shares from. */
  private val emptyRecords = 100

  /** Judging is no part of what is measured: threads of this JVM do it. */
  private def beside(conf: Configuration): Configuration = {
    val own = new Configuration(conf)
    own.set("mapreduce.framework.name", "local")
    own.setInt("mapreduce.local.map.tasks.maximum", Runtime.getRuntime.availableProcessors)
    LocalRunner.keepIn(request.localDir, own)
    own.unset("tmpjars")
    own.unset("mapreduce.job.map.output.collector.class")
    own
  }

  private def run(conf: Configuration, tool: Tool, args: String*): Unit = {
    val exitCode = ToolRunner.run(conf, tool, args.toArray)
    if (exitCode != 0) throw new IllegalStateException(s"${tool.getClass.getSimpleName} ended with exit code $exitCode")
  }

  private def text(conf: Configuration, folder: Path): String = {
    val in = folder.getFileSystem(conf).open(new Path(folder, "part-r-00000"))
    try Source.fromInputStream(in)(Codec.UTF8).mkString
    finally in.close()
  }
}
