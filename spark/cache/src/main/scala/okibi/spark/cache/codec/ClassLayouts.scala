package okibi.spark.cache.codec

/** The byClass of all classes seen, each worked out once. Thread-safe; does not keep classes alive. */
private[codec] final class ClassLayouts(refusals: Refusals) {
  private val byClass = new ClassValue[Option[ClassLayout]] {
    override protected def computeValue(cls: Class[_]): Option[ClassLayout] =
      try if (isRefused(cls)) None else ClassLayout.of(cls)
      catch { case _: LinkageError => None } // a field or method names a class that is not there
  }

  private val refused = new ClassValue[java.lang.Boolean] {
    override protected def computeValue(cls: Class[_]): java.lang.Boolean = refusals.reason(cls).isDefined
  }

  def isRefused(cls: Class[_]): Boolean = refused.get(cls)

  /** The layout of a plain class, null for any other: asked on the hot path. */
  def of(cls: Class[_]): ClassLayout = byClass.get(cls).orNull
}
