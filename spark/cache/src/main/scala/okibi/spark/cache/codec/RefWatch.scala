package okibi.spark.cache.codec

import org.apache.fory.Fory
import org.apache.fory.context.{MapRefWriter, WriteContext}
import org.apache.fory.okibi.{RefListener, WatchedRefWriter}

/** Notes when a record refers back to an object that Fory may rebuild late.
  *
  * A reader that comes to a reference inside the object referred to needs that object before all of it is there. Plain objects
  * and arrays are there from the start. What is replaced when it is written, or collected elsewhere and built at its end
  * (Scala's collections, views and immutable collections of Java), is not: Fory then gives null or the replacement, and does not say
  * so. Where the reference stands cannot be seen here, so that what is merely shared is noted too.
  *
  * One per instance of Fory.
  */
private[codec] final class RefWatch private extends RefListener {
  private var noted = false

  /** Whether a reference of this kind was written since `reset`. */
  def doubtful: Boolean = noted

  override def referredBack(obj: AnyRef): Unit = if (!noted && !RefWatch.early.get(obj.getClass)) noted = true

  override def reset(): Unit = noted = false
}

private[codec] object RefWatch {

  /** Puts a watch in the place of what `fory` has, before it writes anything; Fory has no setting for it. */
  def install(fory: Fory): Unit =
    field.set(
      fory.getWriteContext,
      new WatchedRefWriter(new MapRefWriter(fory.getConfig.mapRefLoadFactor), new RefWatch)
    )

  def of(fory: Fory): RefWatch =
    fory.getWriteContext.getRefWriter.asInstanceOf[WatchedRefWriter].listener.asInstanceOf[RefWatch]

  private val field = {
    val found = classOf[WriteContext].getDeclaredField("refWriter")
    found.setAccessible(true)
    found
  }

  // Whether an object of the class is there before its parts are, or has no parts that could refer to it.
  private val early = new ClassValue[java.lang.Boolean] {
    override protected def computeValue(cls: Class[_]): java.lang.Boolean =
      cls.isArray || classOf[Enum[_]].isAssignableFrom(cls) || isLeaf(cls) || isPlain(cls)
  }

  private def isLeaf(cls: Class[_]): Boolean =
    leaves.contains(cls.getPackageName) && !classOf[Throwable].isAssignableFrom(cls)

  private val leaves = Set("java.lang", "java.math", "java.time")

  private def isPlain(cls: Class[_]): Boolean =
    try cls.getDeclaredFields.exists(_.getName == "MODULE$") || ClassLayout.of(cls).isDefined
    catch { case _: LinkageError => false } // a field or method names a class that is not there
}
