package okibi.bench.experiment.terasort

import java.nio.file.Files

import okibi.bench.benchmark.TextInputs
import okibi.bench.cluster.PlainName
import okibi.bench.data.text.TextFiles
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

/** The text of the jobs, with one file for each map task. */
private[terasort] object TextData {
  def input(request: JobRequest): Path = new Path(
    HadoopRequest.folder(request),
    if (HadoopRequest.isEmpty(request)) "empty-text" else s"text-${request.long("bytes")}"
  )

  /** Folder for a job's output. */
  def output(request: JobRequest): Path = new Path(HadoopRequest.folder(request), "text-out")

  /** The text of one map task, on the local disk. */
  def local(request: JobRequest): java.nio.file.Path = {
    val bytes = if (HadoopRequest.isEmpty(request)) 1L else request.long("bytes") / request.int("maps")
    TextFiles.file(
      PlainName.of(request.localDir),
      TextFiles.english,
      TextInputs.paths(request),
      bytes,
      request.long("seed")
    )
  }

  /** Makes the text if it does not exist. */
  def make(request: JobRequest, conf: Configuration): Unit = {
    val folder = input(request)
    val fs = folder.getFileSystem(conf)
    if (!fs.exists(folder)) {
      val text = local(request)
      for (map <- 0 until request.int("maps")) {
        val out = fs.create(new Path(folder, s"text-$map"))
        try Files.copy(text, out)
        finally out.close()
      }
    }
  }

  def delete(request: JobRequest, conf: Configuration): Unit = {
    output(request).getFileSystem(conf).delete(output(request), true)
    ()
  }
}
