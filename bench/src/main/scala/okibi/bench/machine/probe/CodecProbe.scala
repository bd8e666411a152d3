package okibi.bench.machine.probe

import java.io.OutputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.SplittableRandom

import okibi.bench.data.text.SeededText
import okibi.core.machine.CodecSpeed

import org.apache.spark.SparkConf
import org.apache.spark.io.{CompressionCodec, LZ4CompressionCodec, SnappyCompressionCodec, ZStdCompressionCodec}

/** Measures Spark's compression codecs with Spark's default settings, both ways, on one thread. */
object CodecProbe {
  private val dataBytes = 16 << 20
  private val seed = 1L

  def run(timer: RepeatTimer): Seq[CodecSpeed] = {
    val conf = new SparkConf(false)
    val codecs = Seq(
      "lz4" -> new LZ4CompressionCodec(conf),
      "zstd" -> new ZStdCompressionCodec(conf),
      "snappy" -> new SnappyCompressionCodec(conf)
    )
    for ((data, bytes) <- Seq("text" -> text, "doubles" -> doubles); (name, codec) <- codecs)
      yield speed(timer, name, codec, data, bytes)
  }

  private def speed(
      timer: RepeatTimer,
      name: String,
      codec: CompressionCodec,
      data: String,
      bytes: Array[Byte]
  ): CodecSpeed = {
    val block = new ReusedBytes
    val megabytes = bytes.length / 1e6
    val compress = timer.perSecond(megabytes, block.reset()) {
      val out = codec.compressedOutputStream(block)
      out.write(bytes)
      out.close()
    }
    val decompress = timer.perSecond(megabytes) {
      val in = codec.compressedInputStream(block.toInputStream)
      in.transferTo(OutputStream.nullOutputStream())
      in.close()
    }
    CodecSpeed(name, data, compress, decompress, block.size.toDouble / bytes.length)
  }

  private def text: Array[Byte] = SeededText.lines(0, dataBytes, seed).mkString("\n").getBytes(US_ASCII).take(dataBytes)

  /** Coordinates of measured things, in which the exponents repeat. */
  private def doubles: Array[Byte] = {
    val random = new SplittableRandom(seed)
    val bytes = ByteBuffer.allocate(dataBytes)
    while (bytes.hasRemaining) bytes.putDouble(random.nextDouble() * 100)
    bytes.array
  }
}
