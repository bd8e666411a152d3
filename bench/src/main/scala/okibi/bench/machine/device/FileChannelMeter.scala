package okibi.bench.machine.device

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, OpenOption, Path, StandardOpenOption}
import java.util.SplittableRandom

import com.sun.nio.file.ExtendedOpenOption

import okibi.core.machine.AccessSpeed

/** Measures with Java's file channels, one operation at a time. O_DIRECT with aligned buffers bypasses the page cache,
  * which Java cannot drop for a file (Java has no posix_fadvise).
  */
object FileChannelMeter extends DeviceMeter {
  override val name = "own"

  private val seed = 1L

  override def measure(file: Path, bytes: Long, pattern: AccessPattern, seconds: Double): AccessSpeed = {
    if (makesFile(pattern))
      Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING).close()
    else if (Files.size(file) == 0) fill(file, bytes)
    if (!pattern.write && !pattern.direct) readIntoCache(file)
    val buffer = content(pattern.blockBytes, alignment(file))
    using(file, pattern) { channel =>
      val blocks = math.max(1, (if (makesFile(pattern)) bytes else channel.size) / pattern.blockBytes)
      // A second pass over pages that are dirty already would cost the device nothing.
      val maxOperations = if (makesFile(pattern)) blocks else Long.MaxValue
      val random = new SplittableRandom(seed)
      val start = System.nanoTime
      val end = start + (seconds * 1e9).toLong
      var operations = 0L
      while (operations == 0 || (operations < maxOperations && System.nanoTime < end)) {
        val block = if (pattern.random) random.nextLong(blocks) else operations % blocks
        transfer(channel, buffer, block * pattern.blockBytes, pattern.write)
        operations += 1
      }
      if (pattern.write) channel.force(false)
      val elapsed = (System.nanoTime - start) / 1e9
      AccessSpeed(pattern.name, operations * pattern.blockBytes / elapsed / 1e6, operations / elapsed)
    }
  }

  private def makesFile(pattern: AccessPattern): Boolean = pattern.write && !pattern.random

  /** Moves one block between a buffer and its place in the file. */
  private def transfer(channel: FileChannel, buffer: ByteBuffer, position: Long, write: Boolean): Unit = {
    buffer.clear()
    while (buffer.hasRemaining) {
      val at = position + buffer.position
      val moved = if (write) channel.write(buffer, at) else channel.read(buffer, at)
      if (moved < 0) buffer.position(buffer.limit())
    }
  }

  /** Writes the file for a pattern that finds none, because the write before it failed. */
  private def fill(file: Path, bytes: Long): Unit = {
    val pattern = AccessPattern(random = false, write = true, direct = false)
    val buffer = content(pattern.blockBytes, 1)
    using(file, pattern) { channel =>
      (0L until bytes / pattern.blockBytes).foreach(block =>
        transfer(channel, buffer, block * pattern.blockBytes, write = true)
      )
      channel.force(false)
    }
  }

  private def readIntoCache(file: Path): Unit = {
    val in = Files.newInputStream(file)
    try in.transferTo(java.io.OutputStream.nullOutputStream())
    finally in.close()
    ()
  }

  private def using[T](file: Path, pattern: AccessPattern)(work: FileChannel => T): T = {
    val options: Seq[OpenOption] = Seq(if (pattern.write) StandardOpenOption.WRITE else StandardOpenOption.READ) ++
      (if (pattern.direct) Some(ExtendedOpenOption.DIRECT) else None)
    val channel = FileChannel.open(file, options: _*)
    try work(channel)
    finally channel.close()
  }

  /** A block that no file system or device can compress, aligned for direct I/O. */
  private def content(bytes: Int, alignment: Int): ByteBuffer = {
    val random = new Array[Byte](bytes)
    new java.util.Random(seed).nextBytes(random)
    val buffer = ByteBuffer.allocateDirect(bytes + alignment).alignedSlice(alignment)
    buffer.limit(bytes)
    buffer.put(random)
    buffer.slice(0, bytes)
  }

  private def alignment(file: Path): Int = math.max(512, Files.getFileStore(file).getBlockSize.toInt)
}
