package okibi.bench.workload

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption._

import okibi.bench.fixture.TempFolder

import munit.FunSuite

class FileWritesSuite extends FunSuite with TempFolder {

  folder.test("writes are measured at the files, by group") { folder =>
    val recorder = new FileWriteRecorder
    Seq("a1", "a2", "b1", "other").foreach { name =>
      val channel = FileChannel.open(folder.resolve(name), CREATE, WRITE)
      for (_ <- 1 to 3) channel.write(ByteBuffer.allocate(1000))
      channel.close()
    }
    val writesByGroup =
      recorder.stop(folder)(path => Seq("a", "b").find(group => path.startsWith(folder.resolve(group).toString)))
    assertEquals(writesByGroup.map { case (group, writes) => group -> writes.bytes }, Map("a" -> 6000L, "b" -> 3000L))
    writesByGroup.values.foreach { writes =>
      assert(writes.writingSeconds > 0 && writes.writingSeconds <= writes.threadSeconds && writes.seconds > 0, writes)
    }
    assertEquals(folder.toFile.list().sorted.toSeq, Seq("a1", "a2", "b1", "other"))
  }

  folder.test("a plain write leaves no files behind, and takes longer when it waits for the device") { folder =>
    val write = PlainWrite.run(folder, threads = 2, bytesEach = 1500001, content = Array[Byte](1, 2, 3), sync = true)
    assertEquals(write.bytes, 3000002L)
    assert(write.cachedSeconds > 0 && write.syncedSeconds >= write.cachedSeconds, write)
    assertEquals(folder.toFile.list().toSeq, Nil)
  }
}
