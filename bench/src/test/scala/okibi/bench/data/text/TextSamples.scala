package okibi.bench.data.text

import java.io.{BufferedReader, ByteArrayInputStream, InputStreamReader}
import java.nio.charset.CodingErrorAction
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.{ByteBuffer, CharBuffer}
import java.util.StringTokenizer

import org.scalacheck.Gen

/** Generated texts with everything that separates lines and words, and Java's results for them. */
private[text] object TextSamples {
  private val separator = Gen.oneOf(" ", "  ", "\t", "\f", "\n", "\r", "\r\n", "\n\r", "\n\n")

  /** White space of Unicode and control characters that separate neither lines nor words. */
  private val noSeparator = Gen.oneOf("\u000b", "\u0000", "\u001f", "\u00a0", "\u0085", "\u2028", "\u3000", "\u0021")
  private val letters = Gen.oneOf("a", "word", "longer-than-eight-bytes", "é", "熾火", "🔥", "\ud800")
  private val part = Gen.frequency(6 -> letters, 4 -> separator, 1 -> noSeparator)

  val text: Gen[Array[Byte]] = Gen.listOf(part).map(_.mkString.getBytes(UTF_8))

  /** Text that is mostly UTF-8, with any bytes in between. */
  val damaged: Gen[Array[Byte]] =
    Gen
      .listOf(Gen.frequency(4 -> part.map(_.getBytes(UTF_8)), 1 -> Gen.choose(-128, 127).map(n => Array(n.toByte))))
      .map(_.flatten.toArray)

  def javaLines(bytes: Array[Byte]): List[String] = {
    val reader = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes), UTF_8))
    Iterator.continually(reader.readLine()).takeWhile(_ != null).toList
  }

  def javaWords(line: String): List[String] = {
    val words = new StringTokenizer(line)
    Iterator.continually(words).takeWhile(_.hasMoreTokens).map(_.nextToken()).toList
  }

  /** Number of bytes that a strict decoder rejects. */
  def javaBroken(bytes: Array[Byte]): Int = {
    val decoder = UTF_8.newDecoder.onMalformedInput(CodingErrorAction.REPORT)
    val in = ByteBuffer.wrap(bytes)
    val out = CharBuffer.allocate(bytes.length + 1)
    var broken = 0
    var result = decoder.decode(in, out, true)
    while (result.isError) {
      broken += result.length
      in.position(in.position() + result.length)
      result = decoder.decode(in, out, true)
    }
    broken
  }

  /** A source that returns a few bytes at a time, as a slow stream may. */
  def source(bytes: Array[Byte], atOnce: Int = Int.MaxValue): ByteSource = new ByteSource {
    private var position = 0
    override def read(into: Array[Byte], from: Int, length: Int): Int =
      if (position == bytes.length) -1
      else {
        val count = math.min(math.min(length, atOnce), bytes.length - position)
        System.arraycopy(bytes, position, into, from, count)
        position += count
        count
      }
    override def close(): Unit = ()
  }
}
