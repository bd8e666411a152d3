package okibi.spark.cache.codec

import java.util

import scala.collection.{immutable, mutable}
import scala.concurrent.duration._

import munit.FunSuite

import okibi.spark.cache.codec.CycleSuite._

/** Cycles, by the objects on them and by the object at which a reader enters them. Each comes back as a cycle, or
  * Spark's own serializer writes it.
  */
class CycleSuite extends FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val fixture = new CodecFixture
  private var rdd = 1000

  // The ways from a knot to itself, and back along the same way.
  private val ways: Seq[Way] = Seq(
    new Way("a field", k => k, v => v),
    new Way("a list", List(_), { case List(k) => k }),
    new Way("a longer list", List("a", _, "b"), { case List("a", k, "b") => k }),
    new Way("a vector", Vector(_), { case Vector(k) => k }),
    new Way("a map's value", k => Map("k" -> k), { case m: Map[Any, Any] @unchecked => m("k") }),
    new Way("a large map's value", k => (0 to 9).map(i => i -> k).toMap, { case m: Map[Any, Any] @unchecked => m(7) }),
    new Way("a map's key", k => Map(k -> 1), { case m: Map[Any, Any] @unchecked => m.head._1 }),
    new Way("a set", Set(_), { case s: Set[Any] @unchecked => s.head }),
    new Way(
      "a sorted map's value",
      k => immutable.TreeMap(1 -> k),
      { case m: immutable.TreeMap[Any, Any] @unchecked => m.head._2 }
    ),
    new Way(
      "a list map's value",
      k => immutable.ListMap(1 -> k),
      { case m: immutable.ListMap[Any, Any] @unchecked => m.head._2 }
    ),
    new Way("an immutable queue", immutable.Queue(_), { case q: immutable.Queue[Any] @unchecked => q.head }),
    new Way("a list buffer", mutable.ListBuffer(_), { case b: mutable.ListBuffer[Any] @unchecked => b.head }),
    new Way("an array buffer", mutable.ArrayBuffer(_), { case b: mutable.ArrayBuffer[Any] @unchecked => b.head }),
    new Way(
      "a mutable map's value",
      k => mutable.HashMap(1 -> k),
      { case m: mutable.HashMap[Any, Any] @unchecked => m(1) }
    ),
    new Way("a mutable set", mutable.HashSet(_), { case s: mutable.HashSet[Any] @unchecked => s.head }),
    new Way("a wrapped array", k => wrapped(Array(k)), { case s: Seq[Any] @unchecked => s.head }),
    new Way("an array", Array[Any](_), { case a: Array[Any] => a(0) }),
    new Way("options", k => Some(Some(k)), { case Some(Some(k)) => k }),
    new Way("an either in a tuple", k => (1, Right(k)), { case (1, Right(k)) => k }),
    new Way("an option in a list", k => List(Some(k)), { case List(Some(k)) => k }),
    new Way("Arrays.asList", util.Arrays.asList(_), first),
    new Way("an ArrayList", k => filled(new util.ArrayList[Any], k), first),
    new Way("a LinkedList", k => filled(new util.LinkedList[Any], k), first),
    new Way("an ArrayDeque", k => filled(new util.ArrayDeque[Any], k), first),
    new Way("a HashSet", k => filled(new util.HashSet[Any], k), first),
    new Way("a sublist", k => util.Arrays.asList[Any](1, k, 2).subList(1, 2), first),
    new Way("a HashMap's value", k => filled(new util.HashMap[Any, Any], k), value),
    new Way("a TreeMap's value", k => filled(new util.TreeMap[Any, Any], k), value),
    new Way("a ConcurrentHashMap's value", k => filled(new util.concurrent.ConcurrentHashMap[Any, Any], k), value),
    new Way("singletonList", util.Collections.singletonList(_), first),
    new Way("singleton", util.Collections.singleton(_), first),
    new Way("singletonMap", util.Collections.singletonMap("k", _), value),
    new Way("unmodifiableCollection", k => util.Collections.unmodifiableCollection(util.Arrays.asList(k)), first),
    new Way("unmodifiableList", k => util.Collections.unmodifiableList(util.Arrays.asList(k)), first),
    new Way("unmodifiableSet", k => util.Collections.unmodifiableSet(util.Collections.singleton(k)), first),
    new Way(
      "unmodifiableMap",
      k => util.Collections.unmodifiableMap[Any, Any](filled(new util.HashMap[Any, Any], k)),
      value
    ),
    new Way("synchronizedList", k => util.Collections.synchronizedList(filled(new util.ArrayList[Any], k)), first),
    new Way("synchronizedSet", k => util.Collections.synchronizedSet(filled(new util.HashSet[Any], k)), first),
    new Way("synchronizedMap", k => util.Collections.synchronizedMap(filled(new util.HashMap[Any, Any], k)), value),
    new Way("List.of two", util.List.of[Any](_, 1), first),
    new Way("List.of three", k => util.List.of[Any](k, 1, 2), first),
    new Way("Set.copyOf", k => util.Set.copyOf[Any](util.Collections.singleton(k)), first),
    new Way("Map.of", util.Map.of("k", _), value),
    new Way("Map.of three", util.Map.of("a", 1, "k", _, "b", 2), value),
    new Way(
      "an atomic reference",
      new util.concurrent.atomic.AtomicReference[Any](_),
      { case r: util.concurrent.atomic.AtomicReference[Any] @unchecked => r.get }
    ),
    new Way("a java.util.Optional", util.Optional.of(_), { case o: util.Optional[Any] @unchecked => o.get }),
    new Way("a class that is written as another", new Replaced(_), { case r: Replaced => r.to }),
    new Way("a class that is resolved to another", new Resolved(_), { case r: Resolved => r.to }),
    new Way("a class that writes itself", new Streamed(_), { case s: Streamed => s.to }),
    new Way("an Externalizable", k => { val e = new Outside; e.to = k; e }, { case e: Outside => e.to }),
    new Way("an exception", new Failure(_), { case f: Failure => f.to })
  )

  private def check(name: String, records: Seq[AnyRef])(look: Any => Unit)(implicit loc: munit.Location): Unit =
    test(name) {
      rdd += 1
      val before = fixture.fallbacks
      def taken = fixture.fallbacks > before
      val plain = (1 to 70).map(i => mutable.ListBuffer(i))
      // Spark's own serializer may fail on it.
      val block =
        try Some(fixture.write((plain ++ records).iterator, rdd))
        catch { case _: Throwable if taken => None }
      block.foreach { written =>
        val back = fixture.read(written)
        assertEquals(plain.map(_ => back.next()).toList, plain.toList)
        if (!taken) records.foreach(_ => look(back.next()))
      }
    }

  private def isKnot(way: Way)(v: Any): Unit = v match {
    case k: Knot => assert(way.back(k.to).asInstanceOf[AnyRef] eq k)
    case other => fail(s"$other is no knot")
  }

  ways.zip(ways.tail :+ ways.head).foreach { case (way, other) =>
    check(s"a cycle through ${way.name}, entered at the object with the field", Seq(knot(way)))(isKnot(way))
    check(s"a cycle through ${way.name}, entered at the other end", Seq(knot(way).to.asInstanceOf[AnyRef])) { v =>
      val k = way.back(v).asInstanceOf[Knot]
      assert(k.to.asInstanceOf[AnyRef] eq v.asInstanceOf[AnyRef])
    }
    check(s"a cycle through ${way.name}, entered from outside", Seq(new Knot("outer", knot(way).to))) { v =>
      val inner = v.asInstanceOf[Knot].to
      assert(way.back(inner).asInstanceOf[Knot].to.asInstanceOf[AnyRef] eq inner.asInstanceOf[AnyRef])
    }
    val (a, b) = (new Knot("a", null), new Knot("b", null))
    a.to = way.make(b)
    b.to = other.make(a)
    check(s"a cycle through ${way.name} and ${other.name}", Seq(a.to.asInstanceOf[AnyRef])) { v =>
      val back = way.back(v).asInstanceOf[Knot]
      assertEquals(back.name, "b")
      val again = other.back(back.to).asInstanceOf[Knot]
      assertEquals(again.name, "a")
      assert(again.to.asInstanceOf[AnyRef] eq v.asInstanceOf[AnyRef])
    }
    test(s"a shared object on no cycle comes back equal: ${way.name}") {
      val shared = way.make(Leaf("x"))
      val records = Seq(
        mutable.ListBuffer(1),
        mutable.ListBuffer[Any](shared, Array[Any](shared)),
        new Knot("k", mutable.ListBuffer(shared, shared))
      )
      rdd += 1
      val back = fixture.read(fixture.write(records.iterator, rdd)).toList
      val mutable.ListBuffer(first, Array(second)) = back(1)
      val inner = back(2).asInstanceOf[Knot].to.asInstanceOf[mutable.ListBuffer[Any]]
      Seq(first, second, inner(0), inner(1)).foreach(v => assertEquals(way.back(v), Leaf("x"): Any))
    }
  }

  test("a cycle late in a block is found, although its class has proved itself often") {
    val fixture = new CodecFixture
    val list = ways.find(_.name == "a list").get
    val trees = (1 to 5000).map(i => new Knot(s"$i", mutable.ListBuffer(i)))
    val looped = knot(list)
    val block =
      try Some(fixture.write((trees.iterator ++ Iterator(looped.to, "after"))))
      catch { case _: StackOverflowError => None }
    assertEquals(fixture.fallbacks, 1L)
    block.foreach(written =>
      assertEquals(fixture.read(written).take(5000).map(_.asInstanceOf[Knot].name).toList, trees.map(_.name).toList)
    )
  }

  test("a Java list and a Java map that hold themselves come back") {
    val array = new Array[AnyRef](1)
    val list = util.Arrays.asList(array: _*)
    array(0) = list
    val map = new util.HashMap[String, Any]
    map.put("me", map)
    val fixture = new CodecFixture
    val Seq(back: util.List[Any] @unchecked, alone: util.Map[Any, Any] @unchecked) =
      fixture.roundTrip(Seq[Any](list, map))
    assert(back.get(0).asInstanceOf[AnyRef] eq back)
    assert(alone.get("me").asInstanceOf[AnyRef] eq alone)
  }
}

object CycleSuite {
  final class Way(val name: String, val make: Any => Any, val back: Any => Any)

  final class Knot(val name: String, var to: Any) extends Serializable
  final case class Leaf(name: String)

  final class Replaced(val to: Any) extends Serializable {
    private def writeReplace(): AnyRef = new Replacement(to)
  }
  final class Replacement(val to: Any) extends Serializable {
    private def readResolve(): AnyRef = new Replaced(to)
  }
  final class Resolved(val to: Any) extends Serializable {
    private def readResolve(): AnyRef = new Resolved(to)
  }
  final class Streamed(@transient var to: Any) extends Serializable {
    private def writeObject(out: java.io.ObjectOutputStream): Unit = { out.defaultWriteObject(); out.writeObject(to) }
    private def readObject(in: java.io.ObjectInputStream): Unit = { in.defaultReadObject(); to = in.readObject() }
  }
  final class Outside extends java.io.Externalizable {
    var to: Any = _
    override def writeExternal(out: java.io.ObjectOutput): Unit = out.writeObject(to)
    override def readExternal(in: java.io.ObjectInput): Unit = to = in.readObject()
  }
  final class Failure(val to: Any) extends RuntimeException("a record")

  def knot(way: Way): Knot = {
    val made = new Knot("knot", null)
    made.to = way.make(made)
    made
  }

  def wrapped(array: Array[Any]): Seq[Any] = array.toSeq

  def filled[C <: util.Collection[Any]](collection: C, v: Any): C = { collection.add(v); collection }
  def filled(map: util.Map[Any, Any], v: Any): util.Map[Any, Any] = { map.put("k", v); map }
  def first(v: Any): Any = v.asInstanceOf[util.Collection[Any]].iterator.next()
  def value(v: Any): Any = v.asInstanceOf[util.Map[Any, Any]].get("k")
}
