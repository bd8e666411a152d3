package okibi.spark.cluster.kinds

import java.time.{Instant, LocalDate}

import scala.beans.BeanProperty

final case class Point(x: Int, y: Long, z: Double, name: String, on: Boolean, maybe: Option[Int])
final case class Person(name: String, born: LocalDate, pay: BigDecimal)
final case class Paid(when: Instant, amount: java.math.BigDecimal)
final case class Line(from: Point, to: Point)
final case class Basket(owner: Person, items: List[Point], counts: Map[String, Int])
final case class Box[T](value: T)
final case class Both[A, B](left: A, right: Option[B])
final case class Weights(values: Array[Double], labels: Array[String])
final case class Defaults(a: Int = 1, b: String = "b", c: Seq[LocalDate] = Nil)
final case class Dated(tags: java.util.TreeMap[String, LocalDate], ids: java.util.ArrayList[java.util.UUID])
final case class Distance(value: Double) extends AnyVal
final case class Trip(name: String, length: Distance)
final case class Painted(name: String, colour: Colour.Value, day: java.time.DayOfWeek)
final case class Tree(value: Int, children: Seq[Tree])
final case class Holder(what: Any)
final case class Chosen(either: Either[LocalDate, BigDecimal])
final case class Wide(
    a1: Int,
    a2: Long,
    a3: Double,
    a4: String,
    a5: Boolean,
    a6: Int,
    a7: Long,
    a8: Double,
    a9: String,
    a10: Boolean,
    b1: Int,
    b2: Long,
    b3: Double,
    b4: String,
    b5: Boolean,
    b6: Int,
    b7: Long,
    b8: Double,
    b9: String,
    b10: LocalDate,
    c1: Option[Int],
    c2: Option[String],
    c3: List[Int],
    c4: BigDecimal,
    c5: Instant
)

object Colour extends Enumeration {
  val Red, Green = Value
}

sealed trait Shape
final case class Circle(radius: Double) extends Shape
final case class Square(side: BigDecimal) extends Shape
case object Dot extends Shape

class Animal(val name: String) extends Serializable
final class Dog(name: String, val since: LocalDate) extends Animal(name)

trait Named { val label: String = "label" }
final class Thing(val n: Int) extends Named with Serializable

final class Node(val id: Int) extends Serializable { var next: Node = _ }

final class Bean extends Serializable {
  @BeanProperty var name: String = "n"
  @BeanProperty var born: LocalDate = LocalDate.EPOCH
  @BeanProperty var scores: java.util.List[java.math.BigDecimal] = new java.util.ArrayList
}

final class Outer(val n: Int) extends Serializable {
  final class Inner(val m: Int) extends Serializable
}

private[kinds] final class Hidden(val day: LocalDate, val more: Map[String, BigDecimal]) extends Serializable

final class Custom(@transient var secret: Int) extends Serializable {
  private def writeObject(out: java.io.ObjectOutputStream): Unit = { out.defaultWriteObject(); out.writeInt(secret) }
  private def readObject(in: java.io.ObjectInputStream): Unit = { in.defaultReadObject(); secret = in.readInt() }
}

final class Replaced(val day: LocalDate) extends Serializable {
  private def writeReplace(): AnyRef = new Replacement(day)
}
final class Replacement(val day: LocalDate) extends Serializable {
  private def readResolve(): AnyRef = new Replaced(day)
}

final class External(var n: Int) extends java.io.Externalizable {
  def this() = this(0)
  override def writeExternal(out: java.io.ObjectOutput): Unit = out.writeInt(n)
  override def readExternal(in: java.io.ObjectInput): Unit = n = in.readInt()
}
