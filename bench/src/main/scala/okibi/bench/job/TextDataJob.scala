package okibi.bench.job

import java.io.BufferedOutputStream
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path, Paths, StandardCopyOption}

/** Writes seeded text as a file, whole or not at all. Arguments: file, bytes, partitions, seed. */
object TextDataJob extends Job {
  override def run(request: JobRequest): JobResult = {
    val file = Paths.get(request.args("file").str)
    Files.createDirectories(file.getParent)
    val unfinished = Files.createTempFile(file.getParent, "unfinished-", ".txt")
    try {
      write(unfinished, request.int("partitions"), request.long("bytes"), request.long("seed"))
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE)
    } finally Files.deleteIfExists(unfinished)
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
