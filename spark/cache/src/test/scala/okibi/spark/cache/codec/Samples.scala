package okibi.spark.cache.codec

/** Classes of records for the tests of the codec. */
object Samples {
  final case class Point(x: Int, y: Long, z: Double, name: String, on: Boolean, maybe: Option[Int])
  final case class Pair(left: Any, right: Any)
  final class Node(val id: Int) extends Serializable { var next: Node = _ }
  case object Only

  sealed trait Shape
  final case class Circle(r: Double) extends Shape
  case object Dot extends Shape

  /** A Java bean, mutable and not serializable. */
  final class Bean {
    private var name: String = _
    private var count: Int = _
    private var scores: Array[Double] = _
    def getName: String = name
    def setName(value: String): Unit = name = value
    def getCount: Int = count
    def setCount(value: Int): Unit = count = value
    def getScores: Array[Double] = scores
    def setScores(value: Array[Double]): Unit = scores = value
  }

  /** Writes and reads itself. */
  final class Custom(@transient var secret: Int) extends Serializable {
    private def writeObject(out: java.io.ObjectOutputStream): Unit = { out.defaultWriteObject(); out.writeInt(secret) }
    private def readObject(in: java.io.ObjectInputStream): Unit = { in.defaultReadObject(); secret = in.readInt() }
  }

  final class Partly(@transient val lost: String, val kept: String) extends Serializable

  final class Resolved(val n: Int) extends Serializable {
    private def readResolve(): AnyRef = new Resolved(n + 1)
  }

  final class External(var n: Int) extends java.io.Externalizable {
    def this() = this(0)
    override def writeExternal(out: java.io.ObjectOutput): Unit = out.writeInt(n)
    override def readExternal(in: java.io.ObjectInput): Unit = n = in.readInt()
  }

  /** Fory fails in the middle of it, after it wrote a part; Java serialization does not. */
  final class Poison(val before: String, val locale: java.util.Locale) extends Serializable

  /** Only Java serialization can read it. */
  final class OneWay(var n: Int) extends Serializable {
    private def readObject(in: java.io.ObjectInputStream): Unit = {
      if (in.getClass ne Class.forName("org.apache.spark.serializer.JavaDeserializationStream$$anon$1"))
        throw new java.io.InvalidObjectException("not you")
      in.defaultReadObject()
    }
  }

  final class Holder(val numbers: Array[Long])

  final class Special(val n: Int)
}
