package okibi.spark.cache.codec

import org.apache.fory.Fory
import org.apache.fory.context.{MapRefWriter, WriteContext}
import org.apache.fory.okibi.{RefListener, WatchedRefWriter}

/** Notes when a record refers back to an object that Fory may rebuild late.
  *
  * A reader that meets a reference from inside an object to that same object needs the object before all of it is
  * rebuilt. Plain objects and arrays exist from the start. Objects that are replaced when they are written, or that are
  * collected elsewhere and built at their end (Scala's collections, views and immutable collections of Java), do not:
  * Fory then silently returns null or the replacement. The position of the reference cannot be seen here, so objects
  * that are merely shared are noted as well.
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

  /** Replaces the reference writer of `fory` by a watch, before `fory` writes anything. Fory has no setting for it. */
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

  // Whether an object of the class exists before its parts do, or has no parts that could refer to it.
  private val early = new ClassValue[java.lang.Boolean] {
    override protected def computeValue(cls: Class[_]): java.lang.Boolean =
      cls.isArray || classOf[Enum[_]].isAssignableFrom(cls) || isLeaf(cls) || isPlain(cls)
  }

  private def isLeaf(cls: Class[_]): Boolean =
    leaves.contains(cls.getPackageName) && !classOf[Throwable].isAssignableFrom(cls)

  private val leaves = Set("java.lang", "java.math", "java.time")

  private def isPlain(cls: Class[_]): Boolean =
    try cls.getDeclaredFields.exists(_.getName == "MODULE$") || ClassLayout.of(cls).isDefined
    catch { case _: LinkageError => false } // a field or method names a class that does not exist
}
