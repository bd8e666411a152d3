package okibi.spark.cache.codec

import org.apache.fory.Fory
import org.apache.fory.serializer.StringSerializer

/** The decoders of one open block, each made on first use. */
private[codec] final class Decoders(scope: LoaderScope) extends (Int => FrameDecoder) {
  private lazy val strings = new StringFrame.Decoder(Decoders.strings)
  private lazy val plain = new PlainDecoder(Decoders.strings, scope.named)
  private lazy val generic = new ForyFrame.Decoder(scope.fory)

  override def apply(codec: Int): FrameDecoder = codec match {
    case FrameFormat.Strings => strings
    case FrameFormat.ByteArrays => BytesFrame.Decoder
    case FrameFormat.Plain => plain
    case FrameFormat.Generic => generic
    case other =>
      PrimitiveFrame.all
        .find(_.codec == other)
        .getOrElse(throw new IllegalStateException(s"there is no kind $other of frames"))
  }
}

private[codec] object Decoders {

  /** Makes strings from their bytes with a single copy. Stateless. */
  private val strings: StringSerializer = {
    val fory = Fory.builder().withXlang(false).withStringCompressed(false).requireClassRegistration(true).build()
    fory.getSerializer(classOf[String]).asInstanceOf[StringSerializer]
  }
}
