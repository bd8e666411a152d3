package okibi.spark.cache.codec

import org.apache.fory.memory.MemoryBuffer
import org.apache.fory.serializer.StringSerializer

/** A class as a [[PlainEncoder]] names it.
  *
  * @param layout the layout of a plain class; null for a class that only names the elements of arrays
  */
private[codec] final class NamedClass(val cls: Class[_], val layout: ClassLayout) {
  def print: Int = if (layout eq null) 0 else layout.print
}

/** The classes that a frame has named so far, by number. */
private[codec] final class ClassNames {
  private val named = new Array[NamedClass](PlainTag.MaxClasses)
  private var used = 0

  /** The number of the class that `find` returned last. */
  var found: Int = -1

  def count: Int = used

  def cutTo(count: Int): Unit = used = count

  /** The layout of a plain class that was named; null for any other class. */
  def find(cls: Class[_]): ClassLayout = {
    var i = used - 1
    while (i >= 0 && (named(i).cls ne cls)) i -= 1
    found = i
    if (i >= 0) named(i).layout else null
  }

  /** Writes the number of a class, and names the class if it is new. False if the frame cannot name more classes, or if
    * the class has no name.
    */
  def write(cls: Class[_], layout: ClassLayout, buffer: MemoryBuffer): Boolean = {
    find(cls)
    if (found >= 0) {
      buffer.writeByte(PlainTag.FirstClass + found)
      true
    } else
      used < PlainTag.MaxClasses && !cls.isHidden && {
        buffer.writeByte(PlainTag.NewClass)
        StringSerializer.writeBytesString(buffer, cls.getName)
        buffer.writeInt32(if (layout eq null) 0 else layout.print)
        named(used) = new NamedClass(cls, layout)
        used += 1
        true
      }
  }
}
