package okibi.bench.machine.probe

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream}

/** Bytes in memory that are written and read repeatedly: with fresh memory, its allocation would be part of the time.
  */
final class ReusedBytes extends ByteArrayOutputStream(64 << 20) {
  def toInputStream: InputStream = new ByteArrayInputStream(buf, 0, count)
}
