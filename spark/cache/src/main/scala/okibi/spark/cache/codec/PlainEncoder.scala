package okibi.spark.cache.codec

import scala.annotation.switch
import scala.collection.{immutable, mutable}

import org.apache.fory.memory.MemoryBuffer
import org.apache.fory.serializer.StringSerializer

import okibi.spark.cache.codec.FieldAccess.unsafe

/** Writes trees of plain objects: tuples, case classes and beans whose fields are primitives, strings, boxed values,
  * arrays, options, the common collections and such objects again. Most records are trees, and need none of what makes
  * object graphs slow: no tracked references, no class names, no hooks.
  *
  * Whether a record is a tree shows while it is written. If a class is not plain, if nesting is too deep, or if an
  * object occurs twice (a cycle, or sharing that must survive), `write` returns false, and a more general frame takes
  * the record.
  */
private[codec] final class PlainEncoder(layouts: ClassLayouts) extends FrameEncoder {
  override def codec: Int = FrameFormat.Plain
  override def generality: Int = 1

  private val names = new ClassNames
  private val seenObjects = new SeenObjects
  // Whether this record has branched. Along a chain of single references an object can occur twice only in a cycle, and
  // a cycle ends at the deepest nesting.
  private var branched = false
  private var depth = 0

  override def write(record: AnyRef, buffer: MemoryBuffer): Boolean = {
    val start = buffer.writerIndex
    val known = names.count
    val done = value(record, buffer)
    if (!done) {
      buffer.writerIndex(start)
      names.cutTo(known)
      depth = 0
    }
    if (branched) {
      seenObjects.next()
      branched = false
    }
    done
  }

  override def endFrame(): Unit = {
    names.cutTo(0)
    seenObjects.clear()
  }

  // Only the most common values, so that the JVM inlines the method where fields are written.
  private def value(v: AnyRef, buffer: MemoryBuffer): Boolean =
    if (v eq null) tag(PlainTag.Null, buffer)
    else if (v.getClass eq classOf[String]) text(v.asInstanceOf[String], buffer)
    else if (v.getClass eq classOf[java.lang.Integer]) {
      buffer.writeByte(PlainTag.Int)
      buffer.writeInt32(v.asInstanceOf[java.lang.Integer].intValue)
      true
    } else other(v, buffer)

  private def tag(code: Int, buffer: MemoryBuffer): Boolean = {
    buffer.writeByte(code)
    true
  }

  private def text(v: String, buffer: MemoryBuffer): Boolean =
    if (v eq null) tag(PlainTag.Null, buffer)
    else
      BufferRoom.forString(buffer, v) && {
        buffer.writeByte(PlainTag.Text)
        StringSerializer.writeBytesString(buffer, v)
        true
      }

  private def doubles(v: Array[Double], buffer: MemoryBuffer): Boolean =
    if (v eq null) tag(PlainTag.Null, buffer)
    else array(v, PlainTag.Doubles, v.length, 8, buffer) && { buffer.writeDoubles(v); true }

  private def other(v: AnyRef, buffer: MemoryBuffer): Boolean = {
    val layout = names.find(v.getClass)
    if (layout ne null) isNew(v, layout.references) && {
      buffer.writeByte(PlainTag.FirstClass + names.found)
      fields(v, layout, buffer)
    }
    else
      v match {
        case x: java.lang.Long => buffer.writeByte(PlainTag.Long); buffer.writeTaggedInt64(x.longValue); true
        case x: java.lang.Double => buffer.writeByte(PlainTag.Double); buffer.writeFloat64(x.doubleValue); true
        case _ if v eq None => tag(PlainTag.None, buffer)
        case x: Array[Double] => doubles(x, buffer)
        case x: Array[Int] => array(v, PlainTag.Ints, x.length, 4, buffer) && { buffer.writeInts(x); true }
        case _ => rare(v, buffer)
      }
  }

  /** Whether an object with this number of references is new in this record. */
  private def isNew(v: AnyRef, references: Int): Boolean = {
    if (references > 1) branched = true
    !branched || seenObjects.add(v)
  }

  private def fields(v: AnyRef, layout: ClassLayout, buffer: MemoryBuffer): Boolean = {
    val kinds = layout.kinds
    val offsets = layout.offsets
    var good = deeper()
    var i = 0
    while (good && i < kinds.length) {
      val at = offsets(i)
      (kinds(i): @switch) match {
        case ClassLayout.Bool => buffer.writeBoolean(unsafe.getBoolean(v, at))
        case ClassLayout.Byte => buffer.writeByte(unsafe.getByte(v, at))
        case ClassLayout.Short => buffer.writeInt16(unsafe.getShort(v, at))
        case ClassLayout.Char => buffer.writeChar(unsafe.getChar(v, at))
        case ClassLayout.Int => buffer.writeInt32(unsafe.getInt(v, at))
        case ClassLayout.Long => buffer.writeTaggedInt64(unsafe.getLong(v, at))
        case ClassLayout.Float => buffer.writeFloat32(unsafe.getFloat(v, at))
        case ClassLayout.Double => buffer.writeFloat64(unsafe.getDouble(v, at))
        case ClassLayout.Text => good = text(unsafe.getObject(v, at).asInstanceOf[String], buffer)
        case ClassLayout.Doubles => good = doubles(unsafe.getObject(v, at).asInstanceOf[Array[Double]], buffer)
        case _ => good = value(unsafe.getObject(v, at), buffer)
      }
      i += 1
    }
    depth -= 1
    good
  }

  private def deeper(): Boolean = {
    depth += 1
    depth <= MaxDepth
  }

  private def rare(v: AnyRef, buffer: MemoryBuffer): Boolean = v match {
    case x: java.lang.Boolean => buffer.writeByte(PlainTag.Bool); buffer.writeBoolean(x); true
    case x: java.lang.Float => buffer.writeByte(PlainTag.Float); buffer.writeFloat32(x); true
    case x: java.lang.Short => buffer.writeByte(PlainTag.Short); buffer.writeInt16(x); true
    case x: java.lang.Byte => buffer.writeByte(PlainTag.Byte); buffer.writeByte(x.byteValue); true
    case x: java.lang.Character => buffer.writeByte(PlainTag.Char); buffer.writeChar(x); true
    case x: Array[Byte] => array(v, PlainTag.Bytes, x.length, 1, buffer) && { buffer.writeBytes(x); true }
    case x: Array[Long] => array(v, PlainTag.Longs, x.length, 8, buffer) && { buffer.writeLongs(x); true }
    case x: Array[Float] => array(v, PlainTag.Floats, x.length, 4, buffer) && { buffer.writeFloats(x); true }
    case x: Array[Boolean] => array(v, PlainTag.Bools, x.length, 1, buffer) && { buffer.writeBooleans(x); true }
    case x: Array[Char] => array(v, PlainTag.Chars, x.length, 2, buffer) && { buffer.writeChars(x); true }
    case x: Array[Short] => array(v, PlainTag.Shorts, x.length, 2, buffer) && { buffer.writeShorts(x); true }
    case _ if layouts.isRefused(v.getClass) => false
    case x: Array[AnyRef] => objects(x, buffer)
    case Nil => tag(PlainTag.List, buffer) && { buffer.writeVarUInt32(0); true }
    case x: ::[AnyRef @unchecked] => sequence(v, PlainTag.List, x.length, x.iterator, buffer)
    case x: Vector[AnyRef @unchecked] => sequence(v, PlainTag.Vector, x.length, x.iterator, buffer)
    case x: immutable.HashMap[AnyRef @unchecked, AnyRef @unchecked] => pairs(v, PlainTag.HashMap, x, buffer)
    case x: immutable.Map[AnyRef @unchecked, AnyRef @unchecked] if smallMaps.contains(v.getClass) =>
      pairs(v, PlainTag.Map, x, buffer)
    case x: immutable.HashSet[AnyRef @unchecked] => sequence(v, PlainTag.HashSet, x.size, x.iterator, buffer)
    case x: immutable.Set[AnyRef @unchecked] if smallSets.contains(v.getClass) =>
      sequence(v, PlainTag.Set, x.size, x.iterator, buffer)
    case x: mutable.ArrayBuffer[AnyRef @unchecked] if v.getClass eq classOf[mutable.ArrayBuffer[_]] =>
      sequence(v, PlainTag.ArrayBuffer, x.length, x.iterator, buffer)
    case x: java.util.ArrayList[AnyRef @unchecked] if v.getClass eq classOf[java.util.ArrayList[_]] =>
      javaList(x, buffer)
    case _ =>
      val layout = layouts.of(v.getClass)
      (layout ne null) && isNew(v, layout.references) && {
        names.write(v.getClass, layout, buffer) && fields(v, layout, buffer)
      }
  }

  private def array(v: AnyRef, code: Int, length: Int, width: Int, buffer: MemoryBuffer): Boolean =
    header(v, code, length, width, 0, buffer)

  // Writes the header of an array or collection: `length` elements of at least `width` bytes, with `references`
  // references in all.
  private def header(v: AnyRef, code: Int, length: Int, width: Int, references: Int, buffer: MemoryBuffer): Boolean =
    BufferRoom(buffer, length.toLong * width) && isNew(v, references) && {
      buffer.writeByte(code)
      buffer.writeVarUInt32(length)
      true
    }

  private def sequence(v: AnyRef, code: Int, size: Int, elements: Iterator[AnyRef], buffer: MemoryBuffer): Boolean =
    header(v, code, size, 1, size, buffer) && deeper() && {
      var good = true
      while (good && elements.hasNext) good = value(elements.next(), buffer)
      depth -= 1
      good
    }

  private def pairs(v: AnyRef, code: Int, map: immutable.Map[AnyRef, AnyRef], buffer: MemoryBuffer): Boolean =
    header(v, code, map.size, 2, 2 * map.size, buffer) && deeper() && {
      val good = map.forall { case (key, mapped) => value(key, buffer) && value(mapped, buffer) }
      depth -= 1
      good
    }

  private def javaList(list: java.util.ArrayList[AnyRef], buffer: MemoryBuffer): Boolean =
    header(list, PlainTag.JavaArrayList, list.size, 1, list.size, buffer) && deeper() && {
      var i = 0
      while (i < list.size && value(list.get(i), buffer)) i += 1
      depth -= 1
      i == list.size
    }

  private def objects(array: Array[AnyRef], buffer: MemoryBuffer): Boolean =
    BufferRoom(buffer, array.length.toLong) && isNew(array, array.length) && deeper() && {
      buffer.writeByte(PlainTag.Array)
      names.write(array.getClass.getComponentType, layouts.of(array.getClass.getComponentType), buffer) && {
        buffer.writeVarUInt32(array.length)
        var i = 0
        while (i < array.length && value(array(i), buffer)) i += 1
        depth -= 1
        i == array.length
      }
    }

  // Sets and maps of up to four elements keep the order in which they were filled.
  private val smallMaps = (0 to 4).map(n => (0 until n).map(i => i -> i).toMap.getClass: Class[_]).toSet
  private val smallSets = (0 to 4).map(n => (0 until n).toSet[Int].getClass: Class[_]).toSet

  private final val MaxDepth = 32
}
