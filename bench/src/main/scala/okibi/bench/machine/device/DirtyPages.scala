package okibi.bench.machine.device

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

/** How much the page cache may hold that is still to be written to a device. Beyond that, writers wait for the device, whatever the
  * size of their writes: https://docs.kernel.org/admin-guide/abi-testing.html, /sys/class/bdi. Linux 6.2 or later.
  */
private[device] object DirtyPages {
  private val devices = Paths.get("/sys/class/bdi")
  private val most = "max_bytes"
  private val share = "max_ratio_fine"
  private val strict = "strict_limit"

  /** Whether this kernel can limit them for one device. */
  def canLimit: Boolean =
    Files.isDirectory(devices) && {
      val found = Files.list(devices)
      try found.anyMatch(device => Files.exists(device.resolve(strict)))
      finally found.close()
    }

  /** @param device as `major:minor`; it is left as it was when the scope ends, since the next to use it gets the same
    * @param bytes  to be written at most; the kernel rounds them to what its memory can be divided into
    */
  def limit(scope: RunScope, device: String, bytes: Long): Unit = {
    val folder = devices.resolve(device)
    val before = Seq(share, strict).map(name => name -> text(folder.resolve(name)))
    scope.undo(s"limit of dirty pages of $device")(before.foreach { case (name, value) =>
      put(folder.resolve(name), value)
    })
    put(folder.resolve(most), bytes.toString)
    put(folder.resolve(strict), "1")
  }

  private def text(file: Path): String = new String(Files.readAllBytes(file), UTF_8).trim

  private def put(file: Path, text: String): Unit = {
    Files.write(file, text.getBytes(UTF_8))
    ()
  }
}
