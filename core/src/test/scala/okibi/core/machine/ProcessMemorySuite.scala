package okibi.core.machine

import java.nio.channels.FileChannel
import java.nio.file.{Files, StandardOpenOption}

import munit.FunSuite

class ProcessMemorySuite extends FunSuite {
  private val status = Proc.words("VmRSS:\t  9000 kB\nRssAnon:\t  5000 kB\nRssFile:\t  3000 kB\nRssShmem:\t  1000 kB")

  test("memory that is no page of a file is counted apart") {
    assertEquals(ProcessMemory.anonymousBytes(status), Some(5000L << 10))
    assertEquals(ProcessMemory.anonymousBytes(Nil), None)
  }

  test("pages of mapped files are counted, on tmpfs or not") {
    assertEquals(ProcessMemory.residentFileBytes(status), Some(4000L << 10))
    assertEquals(ProcessMemory.residentFileBytes(Proc.words("VmRSS: 9000 kB")), None)
    assertEquals(ProcessMemory.residentFileBytes(Nil), None)
  }

  test("a command's name with brackets and blanks does not shift the page faults") {
    assertEquals(ProcessStat.majorFaults("7 (a b) c) S 1 7 7 0 -1 4194560 100 200 31 40 5 6"), Some(31L))
    assertEquals(ProcessStat.majorFaults("7"), None)
  }

  test("the pages of a file that this process maps and reads are among those that the kernel counts") {
    assume(ProcessMemory.residentFileBytes().isDefined, "there is no /proc")
    val file = Files.createTempFile("mapped", "")
    try {
      Files.write(file, new Array[Byte](32 << 20))
      val before = ProcessMemory.residentFileBytes().get
      val channel = FileChannel.open(file, StandardOpenOption.READ)
      val pages = channel.map(FileChannel.MapMode.READ_ONLY, 0, 32 << 20)
      pages.load()
      val grown = ProcessMemory.residentFileBytes().get - before
      channel.close()
      assert(math.abs(grown - (32 << 20)) < (32 << 20) / 20, grown)
    } finally Files.delete(file)
    assert(ProcessStat.majorFaults().exists(_ >= 0))
  }
}
