package okibi.spark.cache.codec

/** The objects seen in one record, by identity. Forgets all of them at once. A few objects are searched one by one,
  * many are hashed: the first identity hash of an object is expensive, and most records are small.
  */
private[codec] final class SeenObjects {
  private val few = new Array[AnyRef](SeenObjects.Few)
  private var count = 0
  private var many: java.util.IdentityHashMap[AnyRef, AnyRef] = _

  /** Whether the object is new in this record. */
  def add(v: AnyRef): Boolean =
    if (count < SeenObjects.Few) {
      var i = count - 1
      while (i >= 0 && (few(i) ne v)) i -= 1
      i < 0 && {
        few(count) = v
        count += 1
        true
      }
    } else addToMany(v)

  /** The next record begins. */
  def next(): Unit = {
    if (count == SeenObjects.Few) many = null
    count = 0
  }

  /** Releases all objects; `next` alone keeps some until they are overwritten. */
  def clear(): Unit = {
    next()
    java.util.Arrays.fill(few.asInstanceOf[Array[Object]], null)
  }

  private def addToMany(v: AnyRef): Boolean = {
    if (many eq null) {
      many = new java.util.IdentityHashMap[AnyRef, AnyRef]
      few.foreach(seen => many.put(seen, seen))
    }
    many.put(v, v) eq null
  }
}

private[codec] object SeenObjects {
  private final val Few = 16
}
