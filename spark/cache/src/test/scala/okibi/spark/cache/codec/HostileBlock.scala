package okibi.spark.cache.codec

import java.io.{ByteArrayOutputStream, IOException}

import okibi.core.kit.HostileInput

/** The block of a persisted RDD. The first byte says what the attacker writes: the file, or frames with check sums that
  * are right. Frames of Spark's own serializer are left out: Spark trusts what they hold.
  */
object HostileBlock extends HostileInput {
  private lazy val fixture = new CodecFixture

  override def seeds: Seq[Array[Byte]] = {
    val blocks = Seq(
      Seq("a", null, "text"),
      1 to 20,
      Seq(1.5, 2.5),
      Seq((1, "a"), (2, "b")),
      Seq(Array[Byte](1, 2, 3)),
      Seq(List(1, "a"), Map("k" -> 2L))
    ).map(records => fixture.write(records.iterator))
    val payloads = blocks.flatMap { block =>
      val frames = new FrameInput(new java.io.ByteArrayInputStream(block))
      frames.foreignStart()
      frames.next()
      if (frames.codec == FrameFormat.SparkTail || frames.codec == FrameFormat.End) None
      else Some(Array(1, frames.codec, frames.records).map(_.toByte) ++ frames.payload.take(frames.length))
    }
    blocks.map(0.toByte +: _) ++ payloads
  }

  override def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    if (bytes.nonEmpty) {
      val block = if (bytes(0) == 0) bytes.drop(1) else framed(bytes)
      try fixture.read(block).foreach(_ => ())
      catch { case _: IOException => () }
    }

  private def framed(bytes: Array[Byte]): Array[Byte] =
    if (bytes.length < 3 || bytes(1) == FrameFormat.SparkTail) Array.empty
    else {
      val out = new ByteArrayOutputStream
      val frames = new FrameOutput(out)
      frames.frame(bytes(1).toInt, bytes(2) & 0xff, bytes, 3, bytes.length - 3)
      frames.end((bytes(2) & 0xff).toLong)
      frames.close()
      out.toByteArray
    }
}
