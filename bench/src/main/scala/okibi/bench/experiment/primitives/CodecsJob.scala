package okibi.bench.experiment.primitives

import java.io.{InputStream, OutputStream}

import okibi.bench.machine.probe.ReusedBytes
import okibi.bench.protocol.JobRequest

import com.github.luben.zstd.{ZstdInputStream, ZstdOutputStream}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.io.compress.{CompressionCodec, Lz4Codec, SnappyCodec}
import org.apache.hadoop.util.ReflectionUtils

/** Compresses and decompresses intermediate data.
  *
  * Arguments beside those of [[PrimitiveJob]]: bytes, seed. The way is one of [[CodecsJob.ways]]. Measurements of each
  * kind of [[IntermediateData.kinds]]: `<kind>.compress` and `<kind>.decompress`, by uncompressed bytes. Further
  * metric: `<kind>.ratio`, compressed bytes for an uncompressed one. The answer says whether the decompressed bytes are
  * the original ones.
  */
object CodecsJob extends PrimitiveJob {
  val snappy = "Snappy"
  val lz4 = "LZ4"
  val zstandard = "Zstandard"
  val ways: Seq[String] = Seq(snappy, lz4, zstandard)

  override protected def prepare(request: JobRequest): PrimitiveWork = {
    val codec = streams(PrimitiveJob.way(request))
    val each = IntermediateData.kinds.map { kind =>
      val bytes = IntermediateData.of(kind, request.int("bytes"), request.long("seed"))
      val block = new ReusedBytes
      val back = new Array[Byte](bytes.length)
      def compress(): Long = {
        block.reset()
        val out = codec.out(block)
        out.write(bytes)
        out.close()
        block.size.toLong
      }
      def decompress(): Long = {
        val in = codec.in(block.toInputStream)
        try in.readNBytes(back, 0, back.length).toLong
        finally in.close()
      }
      compress()
      decompress()
      val measurements = Seq(
        Measurement(s"$kind.compress", bytes.length.toLong, 1, () => compress()),
        Measurement(s"$kind.decompress", bytes.length.toLong, 1, () => decompress())
      )
      (
        measurements,
        kind -> ujson.Bool(java.util.Arrays.equals(back, bytes)),
        s"$kind.ratio" -> block.size.toDouble / bytes.length
      )
    }
    PrimitiveWork(each.flatMap(_._1), ujson.Obj.from(each.map(_._2)), furtherMetrics = () => each.map(_._3).toMap)
  }

  private trait Streams {
    def out(to: OutputStream): OutputStream
    def in(from: InputStream): InputStream
  }

  /** Hadoop's own codecs, except for Zstandard. Hadoop's Zstandard needs a native library that is in no artifact; its
    * streams are those of the library that Spark uses, at Hadoop's default level.
    */
  private def streams(way: String): Streams = way match {
    case `snappy` => new HadoopStreams(classOf[SnappyCodec])
    case `lz4` => new HadoopStreams(classOf[Lz4Codec])
    case `zstandard` =>
      new Streams {
        override def out(to: OutputStream): OutputStream = new ZstdOutputStream(to, 3)
        override def in(from: InputStream): InputStream = new ZstdInputStream(from)
      }
  }

  private final class HadoopStreams(codecClass: Class[_ <: CompressionCodec]) extends Streams {
    private val codec: CompressionCodec = ReflectionUtils.newInstance(codecClass, new Configuration)
    private val compressor = codec.createCompressor()
    private val decompressor = codec.createDecompressor()

    override def out(to: OutputStream): OutputStream = {
      compressor.reset()
      codec.createOutputStream(to, compressor)
    }

    override def in(from: InputStream): InputStream = {
      decompressor.reset()
      codec.createInputStream(from, decompressor)
    }
  }
}
