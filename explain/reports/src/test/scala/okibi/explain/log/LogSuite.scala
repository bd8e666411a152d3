package okibi.explain.log

import java.io.{ByteArrayOutputStream, OutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.Comparator

import scala.collection.mutable.ArrayBuffer

import munit.FunSuite
import okibi.explain.event.Event

/** What suites of logs in files have in common. */
abstract class LogSuite extends FunSuite {

  /** A folder of the test's own. Its name has a space, as names of folders may. */
  protected final val folder = FunFixture[Path](
    _ => Files.createTempDirectory("okibi log "),
    path => {
      val walk = Files.walk(path)
      try walk.sorted(Comparator.reverseOrder()).forEach(Files.delete(_))
      finally walk.close()
    }
  )

  /** The first line of a log. */
  protected final val logStart = """{"Event":"SparkListenerLogStart","Spark Version":"4.1.0"}""" + "\n"

  /** A line with an event of this name. */
  protected final def line(name: String): String = s"""{"Event":"$name"}""" + "\n"

  protected final def read(path: Path): (Seq[Event], LogReading) = {
    val events = ArrayBuffer.empty[Event]
    val reading = EventLog.at(path.toString).read(events += _)
    (events.toSeq, reading)
  }

  protected final def refusal(path: Path): String = intercept[UnreadableLog](read(path)).getMessage

  /** The bytes of a text, compressed by a stream that `codec` puts around another. */
  protected final def bytes(text: String, codec: OutputStream => OutputStream = identity): Array[Byte] =
    written(codec)(_.write(text.getBytes(UTF_8)))

  /** The start of a log and megabytes of zeros. */
  protected final def bomb(megabytes: Int, codec: OutputStream => OutputStream): Array[Byte] = written(codec) { out =>
    out.write(logStart.getBytes(UTF_8))
    val blank = new Array[Byte](1 << 20)
    (1 to megabytes).foreach(_ => out.write(blank))
  }

  private def written(codec: OutputStream => OutputStream)(write: OutputStream => Unit): Array[Byte] = {
    val all = new ByteArrayOutputStream
    val out = codec(all)
    write(out)
    out.close()
    all.toByteArray
  }
}
