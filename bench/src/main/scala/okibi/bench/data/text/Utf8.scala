package okibi.bench.data.text

import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.CodingErrorAction
import java.nio.charset.StandardCharsets.UTF_8

/** Decodes UTF-8. Each byte that is not UTF-8 becomes U+FFFD. */
object Utf8 {
  private val replacement = '\uFFFD'

  /** The text of `length` bytes, from `from` on.
    *
    * @param broken called with the number of broken bytes, if there are any
    */
  def decode(bytes: Array[Byte], from: Int, length: Int, broken: Int => Unit): String = {
    val text = new String(bytes, from, length, UTF_8)
    // The input itself may have a replacement character: only a strict decoder can tell.
    if (text.indexOf(replacement.toInt) < 0) text else decodeStrictly(ByteBuffer.wrap(bytes, from, length), broken)
  }

  private def decodeStrictly(in: ByteBuffer, broken: Int => Unit): String = {
    val decoder = UTF_8.newDecoder.onMalformedInput(CodingErrorAction.REPORT)
    val out = CharBuffer.allocate(in.remaining)
    var brokenBytes = 0
    var result = decoder.decode(in, out, true)
    while (result.isError) {
      for (_ <- 0 until result.length) out.put(replacement)
      in.position(in.position() + result.length)
      brokenBytes += result.length
      result = decoder.decode(in, out, true)
    }
    if (brokenBytes > 0) broken(brokenBytes)
    out.flip().toString
  }
}
