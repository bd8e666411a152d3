package okibi.spark.cache.codec

import scala.annotation.switch
import scala.collection.{immutable, mutable}

import org.apache.fory.memory.MemoryBuffer
import org.apache.fory.serializer.StringSerializer

import okibi.spark.cache.codec.FieldAccess.unsafe

/** Rebuilds the records that [[PlainEncoder]] wrote.
  *
  * @param find returns a class by its name, or throws
  */
private[codec] final class PlainDecoder(strings: StringSerializer, find: String => NamedClass) extends FrameDecoder {
  private val named = new Array[NamedClass](PlainTag.MaxClasses)
  private var classes = 0

  override def read(payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit = {
    classes = 0
    var i = 0
    while (i < records) {
      into(i) = value(payload)
      i += 1
    }
  }

  // Only the most common values, so that the JVM inlines the method where fields are read.
  private def value(payload: MemoryBuffer): AnyRef = {
    val code = payload.readByte().toInt
    if (code == PlainTag.Text) strings.readBytesString(payload)
    else if (code == PlainTag.Int) java.lang.Integer.valueOf(payload.readInt32())
    else if (code >= PlainTag.FirstClass) fields(named(code - PlainTag.FirstClass).layout, payload)
    else other(code, payload)
  }

  private def other(code: Int, payload: MemoryBuffer): AnyRef = (code: @switch) match {
    case PlainTag.Null => null
    case PlainTag.Long => java.lang.Long.valueOf(payload.readTaggedInt64())
    case PlainTag.Double => java.lang.Double.valueOf(payload.readFloat64())
    case PlainTag.Bool => java.lang.Boolean.valueOf(payload.readBoolean())
    case PlainTag.Byte => java.lang.Byte.valueOf(payload.readByte())
    case PlainTag.Short => java.lang.Short.valueOf(payload.readInt16())
    case PlainTag.Char => java.lang.Character.valueOf(payload.readChar())
    case PlainTag.Float => java.lang.Float.valueOf(payload.readFloat32())
    case PlainTag.None => None
    case PlainTag.Doubles => val a = new Array[Double](length(payload, 8)); payload.readDoubles(a, 0, a.length); a
    case PlainTag.Ints => val a = new Array[Int](length(payload, 4)); payload.readInts(a, 0, a.length); a
    case PlainTag.Bytes => payload.readBytes(length(payload, 1))
    case PlainTag.Longs => val a = new Array[Long](length(payload, 8)); payload.readLongs(a, 0, a.length); a
    case PlainTag.Floats => val a = new Array[Float](length(payload, 4)); payload.readFloats(a, 0, a.length); a
    case PlainTag.Bools => val a = new Array[Boolean](length(payload, 1)); payload.readBooleans(a, 0, a.length); a
    case PlainTag.Chars => val a = new Array[Char](length(payload, 2)); payload.readChars(a, 0, a.length); a
    case PlainTag.Shorts => val a = new Array[Short](length(payload, 2)); payload.readShorts(a, 0, a.length); a
    case PlainTag.List => elements(payload, List.newBuilder[AnyRef])
    case PlainTag.Vector => elements(payload, Vector.newBuilder[AnyRef])
    case PlainTag.Set => elements(payload, Set.newBuilder[AnyRef])
    case PlainTag.HashSet => elements(payload, immutable.HashSet.newBuilder[AnyRef])
    case PlainTag.ArrayBuffer => elements(payload, mutable.ArrayBuffer.newBuilder[AnyRef])
    case PlainTag.Map => pairs(payload, Map.newBuilder[AnyRef, AnyRef])
    case PlainTag.HashMap => pairs(payload, immutable.HashMap.newBuilder[AnyRef, AnyRef])
    case PlainTag.JavaArrayList => javaList(payload)
    case PlainTag.Array => objects(payload)
    case PlainTag.NewClass => fields(newClass(payload).layout, payload)
    case unknown => throw new IllegalStateException(s"there is no kind $unknown of values")
  }

  private def newClass(payload: MemoryBuffer): NamedClass = {
    val found = find(strings.readBytesString(payload))
    if (payload.readInt32() != found.print)
      throw new IllegalStateException(
        s"class ${found.cls.getName} has other fields here than on the executor that wrote the block"
      )
    named(classes) = found
    classes += 1
    found
  }

  private def elements(payload: MemoryBuffer, builder: mutable.Builder[AnyRef, AnyRef]): AnyRef = {
    var left = length(payload, 1)
    while (left > 0) {
      builder += value(payload)
      left -= 1
    }
    builder.result()
  }

  private def pairs(payload: MemoryBuffer, builder: mutable.Builder[(AnyRef, AnyRef), AnyRef]): AnyRef = {
    var left = length(payload, 2)
    while (left > 0) {
      val key = value(payload)
      builder += ((key, value(payload)))
      left -= 1
    }
    builder.result()
  }

  private def javaList(payload: MemoryBuffer): AnyRef = {
    val size = length(payload, 1)
    val list = new java.util.ArrayList[AnyRef](size)
    var left = size
    while (left > 0) {
      list.add(value(payload))
      left -= 1
    }
    list
  }

  private def objects(payload: MemoryBuffer): AnyRef = {
    val code = payload.readByte().toInt
    val component = if (code == PlainTag.NewClass) newClass(payload) else named(code - PlainTag.FirstClass)
    val array = java.lang.reflect.Array.newInstance(component.cls, length(payload, 1)).asInstanceOf[Array[AnyRef]]
    var i = 0
    while (i < array.length) {
      array(i) = value(payload)
      i += 1
    }
    array
  }

  private def fields(layout: ClassLayout, payload: MemoryBuffer): AnyRef = {
    val v = unsafe.allocateInstance(layout.cls).asInstanceOf[AnyRef]
    val kinds = layout.kinds
    val offsets = layout.offsets
    var i = 0
    while (i < kinds.length) {
      val at = offsets(i)
      (kinds(i): @switch) match {
        case ClassLayout.Bool => unsafe.putBoolean(v, at, payload.readBoolean())
        case ClassLayout.Byte => unsafe.putByte(v, at, payload.readByte())
        case ClassLayout.Short => unsafe.putShort(v, at, payload.readInt16())
        case ClassLayout.Char => unsafe.putChar(v, at, payload.readChar())
        case ClassLayout.Int => unsafe.putInt(v, at, payload.readInt32())
        case ClassLayout.Long => unsafe.putLong(v, at, payload.readTaggedInt64())
        case ClassLayout.Float => unsafe.putFloat(v, at, payload.readFloat32())
        case ClassLayout.Double => unsafe.putDouble(v, at, payload.readFloat64())
        case _ => unsafe.putObject(v, at, value(payload))
      }
      i += 1
    }
    v
  }

  private def length(payload: MemoryBuffer, width: Int): Int = {
    val length = payload.readVarUInt32()
    if (length < 0 || length.toLong * width > payload.remaining)
      throw new IllegalStateException(
        s"an array of $length elements of $width bytes, but only ${payload.remaining} bytes are left"
      )
    length
  }
}
