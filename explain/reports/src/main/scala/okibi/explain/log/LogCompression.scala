package okibi.explain.log

import java.io.{InputStream, PushbackInputStream}
import java.util.zip.GZIPInputStream

import com.github.luben.zstd.ZstdInputStream
import com.ning.compress.lzf.LZFInputStream
import com.ning.compress.lzf.util.ChunkDecoderFactory
import net.jpountz.lz4.{LZ4BlockInputStream, LZ4Factory}
import net.jpountz.xxhash.XXHashFactory
import org.xerial.snappy.SnappyInputStream

/** A compression of event logs, by Spark or afterwards. The first bytes of a file tell which one it is, because people
  * rename the logs that they keep.
  *
  * The libraries are those that Spark writes with: zstd-jni (BSD), lz4-java and compress-lzf (Apache-2.0), snappy-java
  * (Apache-2.0).
  *
  * @param magic the first bytes
  */
private[log] sealed abstract class LogCompression(magic: Seq[Int]) {
  def open(in: InputStream): InputStream

  private def begins(head: Array[Byte], length: Int): Boolean =
    length >= magic.size && magic.indices.forall(i => (head(i) & 0xff) == magic(i))
}

private[log] object LogCompression {
  private object Zstd extends LogCompression(Seq(0x28, 0xb5, 0x2f, 0xfd)) {
    // The log of a running application ends within a frame; the stream returns the frame's beginning before it fails.
    override def open(in: InputStream): InputStream = new ZstdInputStream(in)
  }

  private object Lz4 extends LogCompression("LZ4Block".map(_.toInt)) {
    // Logs may be crafted, and the library's other decompressors trust the lengths in the bytes (CVE-2025-12183).
    private val safe = LZ4Factory.safeInstance.fastDecompressor
    private val checksum = XXHashFactory.safeInstance

    override def open(in: InputStream): InputStream =
      new LZ4BlockInputStream(in, safe, checksum.newStreamingHash32(seed).asChecksum, false)
  }

  /** Of the checksums in lz4-java's blocks. */
  private val seed = 0x9747b28c

  private object Snappy extends LogCompression(0x82 +: "SNAPPY".map(_.toInt)) {
    override def open(in: InputStream): InputStream = new SnappyInputStream(in)
  }

  private object Lzf extends LogCompression("ZV".map(_.toInt)) {
    override def open(in: InputStream): InputStream = new LZFInputStream(ChunkDecoderFactory.safeInstance, in)
  }

  /** Not by Spark, but by platforms that keep logs, such as Databricks. */
  private object Gzip extends LogCompression(Seq(0x1f, 0x8b)) {
    override def open(in: InputStream): InputStream = new GZIPInputStream(in, 1 << 16)
  }

  private val all = Seq(Zstd, Lz4, Snappy, Lzf, Gzip)
  private val headBytes = 8

  /** Spark's compression, and gzip around it. */
  private val mostLayers = 2

  /** The decompressed bytes, or the stream's own bytes when they are not compressed. */
  def decompressed(in: InputStream): InputStream = decompressed(in, mostLayers)

  private def decompressed(in: InputStream, layers: Int): InputStream = {
    val from = new PushbackInputStream(in, headBytes)
    val head = new Array[Byte](headBytes)
    val length = from.readNBytes(head, 0, headBytes)
    from.unread(head, 0, length)
    if (layers == 0) from
    else
      all.find(_.begins(head, length)).fold[InputStream](from) { compression =>
        InflationGuard.guarded(decompressed(compression.open(from), layers - 1))
      }
  }
}
