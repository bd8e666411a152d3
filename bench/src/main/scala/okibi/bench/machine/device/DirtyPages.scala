package okibi.bench.machine.device

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

/** Limits the dirty pages of a device: what the page cache may hold that is still to be written to it. Beyond the
  * limit, writers wait for the device, whatever the size of their writes. See /sys/class/bdi in
  * https://docs.kernel.org/admin-guide/abi-testing.html. Needs Linux 6.2 or later.
  */
private[device] object DirtyPages {
  private val devices = Paths.get("/sys/class/bdi")
  private val maxBytes = "max_bytes"
  private val ratio = "max_ratio_fine"
  private val strictLimit = "strict_limit"

  /** Whether this kernel can limit the dirty pages of one device. */
  def canLimit: Boolean =
    Files.isDirectory(devices) && {
      val found = Files.list(devices)
      try found.anyMatch(device => Files.exists(device.resolve(strictLimit)))
      finally found.close()
    }

  /** @param device as `major:minor`. Its settings are restored when the scope ends, because the next device may get the
    *               same number
    * @param bytes  limit; the kernel rounds it to what its memory can be divided into
    */
  def limit(scope: RunScope, device: String, bytes: Long): Unit = {
    val folder = devices.resolve(device)
    val before = Seq(ratio, strictLimit).map(name => name -> text(folder.resolve(name)))
    scope.undo(s"limit of dirty pages of $device")(before.foreach { case (name, value) =>
      put(folder.resolve(name), value)
    })
    put(folder.resolve(maxBytes), bytes.toString)
    put(folder.resolve(strictLimit), "1")
  }

  private def text(file: Path): String = new String(Files.readAllBytes(file), UTF_8).trim

  private def put(file: Path, text: String): Unit = {
    Files.write(file, text.getBytes(UTF_8))
    ()
  }
}
