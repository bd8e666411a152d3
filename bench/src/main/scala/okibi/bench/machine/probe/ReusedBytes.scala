package okibi.bench.machine.probe

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream}

/** Bytes in memory that are written and read again and again: fresh memory would be timed along with what fills it. */
final class ReusedBytes extends ByteArrayOutputStream(64 << 20) {
  def toInputStream: InputStream = new ByteArrayInputStream(buf, 0, count)
}
