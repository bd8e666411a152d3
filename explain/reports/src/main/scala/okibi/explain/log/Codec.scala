package okibi.explain.log

import java.io.{InputStream, PushbackInputStream}
import java.util.zip.GZIPInputStream

import com.github.luben.zstd.ZstdInputStream
import com.ning.compress.lzf.LZFInputStream
import com.ning.compress.lzf.util.ChunkDecoderFactory
import net.jpountz.lz4.{LZ4BlockInputStream, LZ4Factory}
import net.jpountz.xxhash.XXHashFactory
import org.xerial.snappy.SnappyInputStream

/** A way in which event logs are compressed, by Spark or later, known by how the bytes begin: names are changed by those who keep logs.
  *
  * The libraries are those that Spark writes with: zstd-jni (BSD), lz4-java and compress-lzf (Apache-2.0), snappy-java (Apache-2.0).
  *
  * @param magic first bytes
  */
private[log] sealed abstract class Codec(val name: String, magic: Seq[Int]) {
  def open(in: InputStream): InputStream

  private def begins(head: Array[Byte], length: Int): Boolean =
    length >= magic.size && magic.indices.forall(i => (head(i) & 0xff) == magic(i))
}

private[log] object Codec {
  private object Zstd extends Codec("zstd", Seq(0x28, 0xb5, 0x2f, 0xfd)) {
    // A log that is still written ends within a frame: what is there of it is read before that is an error.
    override def open(in: InputStream): InputStream = new ZstdInputStream(in)
  }

  private object Lz4 extends Codec("lz4", "LZ4Block".map(_.toInt)) {
    // Logs may be hostile, and the library's other ways to decompress trust what the bytes say of their lengths (CVE-2025-12183).
    private val safe = LZ4Factory.safeInstance.fastDecompressor
    private val checksum = XXHashFactory.safeInstance

    override def open(in: InputStream): InputStream =
      new LZ4BlockInputStream(in, safe, checksum.newStreamingHash32(seed).asChecksum, false)
  }

  /** Of the check sums in lz4-java's blocks. */
  private val seed = 0x9747b28c

  private object Snappy extends Codec("snappy", 0x82 +: "SNAPPY".map(_.toInt)) {
    override def open(in: InputStream): InputStream = new SnappyInputStream(in)
  }

  private object Lzf extends Codec("lzf", "ZV".map(_.toInt)) {
    override def open(in: InputStream): InputStream = new LZFInputStream(ChunkDecoderFactory.safeInstance, in)
  }

  /** Spark does not: whoever keeps logs does, as Databricks. */
  private object Gzip extends Codec("gzip", Seq(0x1f, 0x8b)) {
    override def open(in: InputStream): InputStream = new GZIPInputStream(in, 1 << 16)
  }

  private val all = Seq(Zstd, Lz4, Snappy, Lzf, Gzip)
  private val headBytes = 8

  /** Spark's, and gzip around it. */
  private val mostLayers = 2

  /** The bytes that were compressed, or the stream's own when they were not. */
  def decompressed(in: InputStream): InputStream = decompressed(in, mostLayers)

  private def decompressed(in: InputStream, layers: Int): InputStream = {
    val from = new PushbackInputStream(in, headBytes)
    val head = new Array[Byte](headBytes)
    val length = from.readNBytes(head, 0, headBytes)
    from.unread(head, 0, length)
    if (layers == 0) from
    else
      all
        .find(_.begins(head, length))
        .fold[InputStream](from)(codec => Inflation.guarded(decompressed(codec.open(from), layers - 1)))
  }
}
