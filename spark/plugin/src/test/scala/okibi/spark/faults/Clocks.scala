package okibi.spark.faults

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.file.{Files, NoSuchFileException, StandardOpenOption}

/** The wall clocks of executors, moved by dev/lib/faults/clock.c. `dev/faults` says where its library is. */
private[faults] object Clocks {
  private lazy val folder = Files.createTempDirectory("clocks")

  def settings: Map[String, String] =
    sys.props.get("okibi.clock").fold(Map.empty[String, String]) { library =>
      Map("spark.executorEnv.LD_PRELOAD" -> library, "spark.executorEnv.OKIBI_CLOCKS" -> folder.toString)
    }

  /** @param seconds from the machine's clock */
  def set(process: ProcessHandle, seconds: Long): Unit = {
    val moved = folder.resolve(process.pid.toString)
    val bytes = ByteBuffer.allocate(java.lang.Long.BYTES).order(ByteOrder.nativeOrder).putLong(seconds).array
    try Files.write(moved, bytes, StandardOpenOption.WRITE)
    catch {
      case e: NoSuchFileException =>
        if (process.isAlive) throw new IllegalStateException(s"process ${process.pid} reads no clock of dev/faults", e)
    }
    ()
  }
}
