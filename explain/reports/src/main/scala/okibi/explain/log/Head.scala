package okibi.explain.log

import java.io.InputStream

/** The first bytes of files. */
private[log] object Head {

  /** As many as there are, up to a number of them. */
  def of(file: LogFile, most: Int): Array[Byte] = reading(file)(_.readNBytes(most))

  /** Of what was compressed. */
  def decompressed(file: LogFile, most: Int): Array[Byte] =
    reading(file)(in => new Inflation(Codec.decompressed(in), () => 0).readNBytes(most))

  private def reading(file: LogFile)(use: InputStream => Array[Byte]): Array[Byte] = {
    val in = file.open()
    try use(in)
    finally in.close()
  }
}
