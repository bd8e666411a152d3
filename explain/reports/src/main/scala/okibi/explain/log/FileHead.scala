package okibi.explain.log

import java.io.InputStream

/** Reads the first bytes of files. */
private[log] object FileHead {

  /** The first bytes as they are stored. */
  def stored(file: LogFile, mostBytes: Int): Array[Byte] = reading(file)(_.readNBytes(mostBytes))

  /** The first bytes after decompression. */
  def decompressed(file: LogFile, mostBytes: Int): Array[Byte] =
    reading(file)(in => new InflationGuard(LogCompression.decompressed(in), () => 0).readNBytes(mostBytes))

  private def reading(file: LogFile)(use: InputStream => Array[Byte]): Array[Byte] = {
    val in = file.open()
    try use(in)
    finally in.close()
  }
}
