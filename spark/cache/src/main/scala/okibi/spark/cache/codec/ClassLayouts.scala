package okibi.spark.cache.codec

/** The layouts of all classes seen, each computed once. Thread-safe; does not keep classes alive. */
private[codec] final class ClassLayouts(refusals: Refusals) {
  private val byClass = new ClassValue[Option[ClassLayout]] {
    override protected def computeValue(cls: Class[_]): Option[ClassLayout] =
      try if (isRefused(cls)) None else ClassLayout.of(cls)
      catch { case _: LinkageError => None } // a field or method names a class that does not exist
  }

  private val refused = new ClassValue[java.lang.Boolean] {
    override protected def computeValue(cls: Class[_]): java.lang.Boolean = refusals.reason(cls).isDefined
  }

  def isRefused(cls: Class[_]): Boolean = refused.get(cls)

  /** The layout of a plain class; null for any other class. On the hot path. */
  def of(cls: Class[_]): ClassLayout = byClass.get(cls).orNull
}
