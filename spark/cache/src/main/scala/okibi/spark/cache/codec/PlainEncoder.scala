package okibi.spark.cache.codec

import org.apache.fory.memory.MemoryBuffer
import org.apache.fory.serializer.StringSerializer

import okibi.spark.cache.codec.Fields.unsafe

/** Writes small trees of plain objects: tuples, case classes and beans whose fields are primitives, strings, boxed values,
  * primitive arrays, options and such objects again. Most records are that, and nothing of what makes object graphs slow
  * applies to them: no references to track, no class names, no hooks.
  *
  * Whether a record is one is seen while it is written. A class that is not plain, too many objects, or an object met twice
  * (a cycle, or sharing that must survive) makes `write` return false, and a more general frame takes the record.
  */
private[codec] final class PlainEncoder(structs: Structs) extends FrameEncoder {
  override def codec: Byte = BlockFormat.Plain
  override def generality: Int = 1

  // Classes the frame has named, by number.
  private val named = new Array[Struct](PlainTag.MaxClasses)
  private var classes = 0

  // Objects with identity in this record.
  private val met = new Array[AnyRef](MaxObjects)
  private var objects = 0

  override def write(record: AnyRef, buffer: MemoryBuffer): Boolean = {
    val start = buffer.writerIndex
    val known = classes
    val done = value(record, buffer)
    if (!done) {
      buffer.writerIndex(start)
      classes = known
    }
    while (objects > 0) {
      objects -= 1
      met(objects) = null
    }
    done
  }

  override def endFrame(): Unit = classes = 0

  private def value(v: AnyRef, buffer: MemoryBuffer): Boolean =
    if (v eq null) tag(PlainTag.Null, buffer)
    else {
      val cls = v.getClass
      if (cls eq classOf[String]) string(v.asInstanceOf[String], buffer)
      else if (cls eq classOf[java.lang.Integer]) {
        buffer.writeByte(PlainTag.Int)
        buffer.writeInt32(v.asInstanceOf[java.lang.Integer])
        true
      } else if (cls eq classOf[java.lang.Long]) {
        buffer.writeByte(PlainTag.Long)
        buffer.writeTaggedInt64(v.asInstanceOf[java.lang.Long])
        true
      } else if (cls eq classOf[java.lang.Double]) {
        buffer.writeByte(PlainTag.Double)
        buffer.writeFloat64(v.asInstanceOf[java.lang.Double])
        true
      } else if (v eq None) tag(PlainTag.None, buffer)
      else {
        val number = numberOf(cls)
        if (number >= 0) {
          buffer.writeByte(PlainTag.FirstClass + number)
          fields(v, named(number), buffer)
        } else rare(v, cls, buffer)
      }
    }

  private def tag(code: Int, buffer: MemoryBuffer): Boolean = {
    buffer.writeByte(code)
    true
  }

  private def string(text: String, buffer: MemoryBuffer): Boolean =
    BufferRoom.forString(buffer, text) && {
      buffer.writeByte(PlainTag.Text)
      StringSerializer.writeBytesString(buffer, text)
      true
    }

  private def numberOf(cls: Class[_]): Int = {
    var i = classes - 1
    while (i >= 0 && (named(i).cls ne cls)) i -= 1
    i
  }

  private def fields(v: AnyRef, struct: Struct, buffer: MemoryBuffer): Boolean = {
    val kinds = struct.kinds
    val offsets = struct.offsets
    var good = first(v)
    var i = 0
    while (good && i < kinds.length) {
      val at = offsets(i)
      kinds(i) match {
        case Struct.Bool => buffer.writeBoolean(unsafe.getBoolean(v, at))
        case Struct.Byte => buffer.writeByte(unsafe.getByte(v, at))
        case Struct.Short => buffer.writeInt16(unsafe.getShort(v, at))
        case Struct.Char => buffer.writeChar(unsafe.getChar(v, at))
        case Struct.Int => buffer.writeInt32(unsafe.getInt(v, at))
        case Struct.Long => buffer.writeTaggedInt64(unsafe.getLong(v, at))
        case Struct.Float => buffer.writeFloat32(unsafe.getFloat(v, at))
        case Struct.Double => buffer.writeFloat64(unsafe.getDouble(v, at))
        case _ => good = value(unsafe.getObject(v, at), buffer)
      }
      i += 1
    }
    good
  }

  // Whether the object has not been met in this record. Also bounds the depth, as each level is an object.
  private def first(v: AnyRef): Boolean = {
    var i = objects - 1
    while (i >= 0 && (met(i) ne v)) i -= 1
    i < 0 && objects < MaxObjects && {
      met(objects) = v
      objects += 1
      true
    }
  }

  private def rare(v: AnyRef, cls: Class[_], buffer: MemoryBuffer): Boolean = v match {
    case x: java.lang.Boolean => buffer.writeByte(PlainTag.Bool); buffer.writeBoolean(x); true
    case x: java.lang.Float => buffer.writeByte(PlainTag.Float); buffer.writeFloat32(x); true
    case x: java.lang.Short => buffer.writeByte(PlainTag.Short); buffer.writeInt16(x); true
    case x: java.lang.Byte => buffer.writeByte(PlainTag.Byte); buffer.writeByte(x.byteValue); true
    case x: java.lang.Character => buffer.writeByte(PlainTag.Char); buffer.writeChar(x); true
    case x: Array[Double] => array(v, PlainTag.Doubles, x.length, 8, buffer) && { buffer.writeDoubles(x); true }
    case x: Array[Int] => array(v, PlainTag.Ints, x.length, 4, buffer) && { buffer.writeInts(x); true }
    case x: Array[Byte] => array(v, PlainTag.Bytes, x.length, 1, buffer) && { buffer.writeBytes(x); true }
    case x: Array[Long] => array(v, PlainTag.Longs, x.length, 8, buffer) && { buffer.writeLongs(x); true }
    case x: Array[Float] => array(v, PlainTag.Floats, x.length, 4, buffer) && { buffer.writeFloats(x); true }
    case x: Array[Boolean] => array(v, PlainTag.Bools, x.length, 1, buffer) && { buffer.writeBooleans(x); true }
    case x: Array[Char] => array(v, PlainTag.Chars, x.length, 2, buffer) && { buffer.writeChars(x); true }
    case x: Array[Short] => array(v, PlainTag.Shorts, x.length, 2, buffer) && { buffer.writeShorts(x); true }
    case _ =>
      val struct = structs.of(cls)
      (struct ne null) && classes < PlainTag.MaxClasses && {
        named(classes) = struct
        classes += 1
        buffer.writeByte(PlainTag.NewClass)
        StringSerializer.writeBytesString(buffer, cls.getName)
        buffer.writeInt32(struct.print)
        fields(v, struct, buffer)
      }
  }

  private def array(v: AnyRef, code: Int, length: Int, width: Int, buffer: MemoryBuffer): Boolean =
    BufferRoom(buffer, length.toLong * width) && first(v) && {
      buffer.writeByte(code)
      buffer.writeVarUInt32(length)
      true
    }

  private final val MaxObjects = 24
}
