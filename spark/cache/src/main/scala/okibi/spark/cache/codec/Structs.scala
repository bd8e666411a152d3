package okibi.spark.cache.codec

/** The layouts of all classes seen, each worked out once. Thread-safe; does not keep classes alive. */
private[codec] final class Structs(refusals: Refusals) {
  private val layouts = new ClassValue[Option[Struct]] {
    override protected def computeValue(cls: Class[_]): Option[Struct] =
      try if (refusals.reason(cls).isDefined) None else Struct.of(cls)
      catch { case _: LinkageError => None } // a field or method names a class that is not there
  }

  /** The layout of a plain class, null for any other: asked on the hot path. */
  def of(cls: Class[_]): Struct = layouts.get(cls).orNull
}
