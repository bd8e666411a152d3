package okibi.spark.cache.codec

import java.util.IdentityHashMap

import org.apache.fory.Fory
import org.apache.fory.context.{MapRefReader, RefReader}
import org.apache.fory.memory.MemoryBuffer

/** Resolves references as Fory does, and throws where Fory would silently return a wrong object: an object that is not
  * rebuilt yet, or an object that another one replaces after it was returned.
  */
private[codec] final class StrictRefReader extends RefReader {
  private val usual = new MapRefReader
  private val lent = new IdentityHashMap[AnyRef, AnyRef]

  override def readRefOrNull(buffer: MemoryBuffer): Byte = {
    val flag = usual.readRefOrNull(buffer)
    if (flag == Fory.REF_FLAG) lend(usual.getReadRef)
    flag
  }

  override def tryPreserveRefId(buffer: MemoryBuffer): Int = {
    val idOrFlag = usual.tryPreserveRefId(buffer)
    if (idOrFlag == Fory.REF_FLAG) lend(usual.getReadRef)
    idOrFlag
  }

  override def getReadRef(id: Int): AnyRef = {
    val found = usual.getReadRef(id)
    lend(found)
    found
  }

  override def reference(obj: AnyRef): Unit = {
    check(usual.lastPreservedRefId, obj)
    usual.reference(obj)
  }

  override def setReadRef(id: Int, obj: AnyRef): Unit = {
    check(id, obj)
    usual.setReadRef(id, obj)
  }

  override def reset(): Unit = {
    usual.reset()
    lent.clear()
  }

  override def preserveRefId(): Int = usual.preserveRefId()
  override def preserveRefId(id: Int): Int = usual.preserveRefId(id)
  override def lastPreservedRefId(): Int = usual.lastPreservedRefId
  override def hasPreservedRefId: Boolean = usual.hasPreservedRefId
  override def getReadRef(): AnyRef = usual.getReadRef

  private def lend(obj: AnyRef): Unit = {
    if (obj eq null) throw new IllegalStateException("a cycle leads to an object that is rebuilt after its parts")
    lent.put(obj, obj)
    ()
  }

  private def check(id: Int, obj: AnyRef): Unit = if (id >= 0) {
    val before = usual.getReadRef(id)
    if ((before ne null) && (before ne obj) && lent.containsKey(before))
      throw new IllegalStateException(
        s"a cycle leads to a ${before.getClass.getName} that stands for an object that is not rebuilt yet"
      )
  }
}
