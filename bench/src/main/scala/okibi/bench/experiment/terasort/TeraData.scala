package okibi.bench.experiment.terasort

import scala.io.{Codec, Source}

import okibi.bench.cluster.LocalRunner
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.examples.terasort.{TeraChecksum, TeraGen, TeraValidate}
import org.apache.hadoop.fs.Path
import org.apache.hadoop.util.{Tool, ToolRunner}

/** The records of TeraSort in a folder, made and validated by Hadoop's own programs. */
private[terasort] final class TeraData(request: JobRequest) {
  private val base = new Path(HadoopRequest.folder(request), if (HadoopRequest.isEmpty(request)) "empty" else "tera")
  private val checksums = new Path(base, "checksum")
  val input = new Path(base, "in")
  val output = new Path(base, "out")

  /** Makes the records, one file for each map task, and their checksum, if they do not exist. */
  def make(): Unit = {
    val files = request.int("maps")
    val records = if (HadoopRequest.isEmpty(request)) files.toLong * emptyRecords else request.long("records")
    val conf = HadoopRequest.conf(request)
    if (!input.getFileSystem(conf).exists(input)) {
      conf.setInt("mapreduce.job.maps", files)
      run(conf, new TeraGen, records.toString, input.toString)
      run(localConf(conf), new TeraChecksum, input.toString, checksums.toString)
    }
  }

  def deleteOutput(): Unit = {
    output.getFileSystem(HadoopRequest.conf(request)).delete(output, true)
    ()
  }

  /** Validates that the output is sorted and has the records of the input.
    *
    * @return the checksum of the output
    * @throws IllegalStateException when the output is not valid
    */
  def validated(): String = {
    val conf = HadoopRequest.conf(request)
    val report = new Path(base, "report")
    report.getFileSystem(conf).delete(report, true)
    run(localConf(conf), new TeraValidate, output.toString, report.toString)
    val found = text(conf, report).linesIterator.toSeq
    val expected = text(conf, checksums).trim
    found match {
      case Seq(only) if only.split('\t').toSeq == Seq("checksum", expected) => expected
      case _ =>
        throw new IllegalStateException(
          s"TeraValidate: $output is not the sorted input with the checksum $expected: ${found.take(3).mkString("; ")}"
        )
    }
  }

  /** Number of records of a map task with hardly any data: enough to compute the ranges of the reduce tasks. */
  private val emptyRecords = 100

  /** A configuration for validation in threads of this JVM: validating is no part of what is measured. */
  private def localConf(conf: Configuration): Configuration = {
    val local = new Configuration(conf)
    local.set("mapreduce.framework.name", "local")
    local.setInt("mapreduce.local.map.tasks.maximum", Runtime.getRuntime.availableProcessors)
    LocalRunner.keepIn(request.localDir, local)
    local.unset("tmpjars")
    local.unset("mapreduce.job.map.output.collector.class")
    local
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
