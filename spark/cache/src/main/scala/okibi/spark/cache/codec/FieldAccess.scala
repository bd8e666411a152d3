package okibi.spark.cache.codec

import java.lang.reflect.Field

import scala.util.Try

import sun.misc.Unsafe

/** Raw access to the fields of objects, final and private ones included, which is what a serializer without generated code
  * needs. Where a JVM withdraws it, [[FieldAccess.available]] is false and Fory's generic frames carry every class.
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
