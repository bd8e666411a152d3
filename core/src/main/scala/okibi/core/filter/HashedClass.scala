package okibi.core.filter

import java.math.{BigDecimal => JavaDecimal, BigInteger}
import java.time.{Instant, LocalDate, LocalDateTime}
import java.util.UUID

import scala.collection.immutable.{NumericRange, Range}
import scala.collection.mutable.ArrayBuffer

/** The way in which [[ValueHash]] hashes the values of a class. */
private[filter] sealed abstract class HashedClass

private[filter] object HashedClass {

  /** By its fields: two values are equal when all their fields are equal. */
  case object Fields extends HashedClass

  /** By its elements in their order: a value equals any other sequence with equal elements. */
  case object Elements extends HashedClass

  /** As a single value. */
  case object Scalar extends HashedClass

  /** Not at all, because equal values may have different hashes. */
  case object Refused extends HashedClass

  def of(klass: Class[_]): HashedClass = known.get(klass)

  private val known = new ClassValue[HashedClass] {
    override protected def computeValue(klass: Class[_]): HashedClass =
      if (scalars(klass)) Scalar
      else if (isTuple(klass) || containers(klass)) Fields
      else if (sequences.exists(_.isAssignableFrom(klass)) && klass.getName.startsWith("scala.collection.")) Elements
      else Refused
  }

  private val scalars: Set[Class[_]] = Set(
    classOf[BigInt],
    classOf[BigDecimal],
    classOf[BigInteger],
    classOf[JavaDecimal],
    classOf[UUID],
    classOf[java.util.Date],
    classOf[java.sql.Date],
    classOf[java.sql.Time],
    classOf[java.sql.Timestamp],
    classOf[LocalDate],
    classOf[Instant],
    classOf[LocalDateTime]
  )

  private val containers: Set[Class[_]] =
    Set(classOf[Some[_]], None.getClass, classOf[Left[_, _]], classOf[Right[_, _]])

  /** Strict sequences. Hashing a lazy sequence would compute it. */
  private val sequences: Seq[Class[_]] = Seq(
    classOf[List[_]],
    classOf[Vector[_]],
    classOf[Range],
    classOf[NumericRange[_]],
    classOf[ArrayBuffer[_]],
    wrappedArray
  )

  /** `WrappedArray` in Scala 2.12, `ArraySeq` in Scala 2.13. */
  private def wrappedArray: Class[_] = (Array(1): scala.collection.Seq[Int]).getClass.getSuperclass

  /** Specialised tuples are subclasses with names such as `scala.Tuple2$mcII$sp`. */
  private def isTuple(klass: Class[_]): Boolean = klass.getName.startsWith("scala.Tuple")
}
