package okibi.spark.cache.codec

import java.lang.reflect.Field

import scala.util.Try

import sun.misc.Unsafe

/** Raw access to the fields of objects, including final and private fields. A serializer without generated code needs
  * it. If a JVM does not allow it, [[FieldAccess.available]] is false, and Fory's generic frames hold every class.
  */
private[codec] object FieldAccess {
  private val loaded: Option[Unsafe] = Try {
    val field = classOf[Unsafe].getDeclaredField("theUnsafe")
    field.setAccessible(true)
    field.get(null).asInstanceOf[Unsafe]
  }.toOption

  val unsafe: Unsafe = loaded.orNull

  val available: Boolean =
    loaded.isDefined && Try(unsafe.objectFieldOffset(classOf[ProbedField].getDeclaredField("value"))).isSuccess

  def offset(field: Field): Long = unsafe.objectFieldOffset(field)

  private final class ProbedField(val value: Int)
}
