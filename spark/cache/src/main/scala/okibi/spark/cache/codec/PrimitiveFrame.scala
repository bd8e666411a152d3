package okibi.spark.cache.codec

import org.apache.fory.memory.MemoryBuffer

/** A frame of boxed values of one primitive type, as a column of that type. */
private[codec] sealed abstract class PrimitiveFrame(val boxed: Class[_], index: Int) extends FrameDecoder {
  final val codec: Int = FrameFormat.FirstPrimitive + index

  protected def put(record: AnyRef, buffer: MemoryBuffer): Unit
  protected def get(payload: MemoryBuffer): AnyRef

  final override def read(payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit = {
    var i = 0
    while (i < records) {
      into(i) = get(payload)
      i += 1
    }
  }

  /** Stateless: any number of blocks may use it at once. */
  final val encoder: FrameEncoder = new FrameEncoder {
    override def codec: Int = PrimitiveFrame.this.codec
    override def generality: Int = 0
    override def write(record: AnyRef, buffer: MemoryBuffer): Boolean =
      if ((record ne null) && (record.getClass eq boxed)) {
        put(record, buffer)
        true
      } else false
  }
}

private[codec] object PrimitiveFrame {
  val all: Array[PrimitiveFrame] = Array(Booleans, Bytes, Shorts, Chars, Ints, Longs, Floats, Doubles)

  def of(boxed: Class[_]): Option[PrimitiveFrame] = all.find(_.boxed eq boxed)

  private object Booleans extends PrimitiveFrame(classOf[java.lang.Boolean], 0) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeBoolean(record.asInstanceOf[java.lang.Boolean])
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Boolean.valueOf(payload.readBoolean())
  }
  private object Bytes extends PrimitiveFrame(classOf[java.lang.Byte], 1) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeByte(record.asInstanceOf[java.lang.Byte].byteValue)
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Byte.valueOf(payload.readByte())
  }
  private object Shorts extends PrimitiveFrame(classOf[java.lang.Short], 2) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeInt16(record.asInstanceOf[java.lang.Short])
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Short.valueOf(payload.readInt16())
  }
  private object Chars extends PrimitiveFrame(classOf[java.lang.Character], 3) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeChar(record.asInstanceOf[java.lang.Character])
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Character.valueOf(payload.readChar())
  }
  private object Ints extends PrimitiveFrame(classOf[java.lang.Integer], 4) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeInt32(record.asInstanceOf[java.lang.Integer])
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Integer.valueOf(payload.readInt32())
  }
  private object Longs extends PrimitiveFrame(classOf[java.lang.Long], 5) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeInt64(record.asInstanceOf[java.lang.Long])
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Long.valueOf(payload.readInt64())
  }
  private object Floats extends PrimitiveFrame(classOf[java.lang.Float], 6) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeFloat32(record.asInstanceOf[java.lang.Float])
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Float.valueOf(payload.readFloat32())
  }
  private object Doubles extends PrimitiveFrame(classOf[java.lang.Double], 7) {
    override protected def put(record: AnyRef, buffer: MemoryBuffer): Unit =
      buffer.writeFloat64(record.asInstanceOf[java.lang.Double])
    override protected def get(payload: MemoryBuffer): AnyRef = java.lang.Double.valueOf(payload.readFloat64())
  }
}
