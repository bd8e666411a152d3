package okibi.bench.experiment.filter

import java.io.BufferedOutputStream
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path, Paths}

import okibi.bench.data.text.SeededText
import okibi.bench.protocol.{Job, JobRequest, JobResult}
import okibi.bench.runner.WholeFile

/** Writes seeded text to a file, which appears complete or not at all. Arguments: file, bytes, partitions, seed. */
object TextDataJob extends Job {
  override def run(request: JobRequest): JobResult = {
    WholeFile.write(Paths.get(request.args("file").str))(
      write(_, request.int("partitions"), request.long("bytes"), request.long("seed"))
    )
    JobResult(0, ujson.Null, Map.empty)
  }

  private def write(file: Path, partitions: Int, bytes: Long, seed: Long): Unit = {
    val out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)
    try
      for (partition <- 0 until partitions; line <- SeededText.lines(partition, bytes / partitions, seed)) {
        out.write(line.getBytes(US_ASCII))
        out.write('\n')
      }
    finally out.close()
  }
}
