package okibi.spark.cache.codec

import java.util

import munit.ScalaCheckSuite
import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll

import okibi.spark.cache.codec.Samples._

import scala.concurrent.duration._

class CodecRoundTripSuite extends ScalaCheckSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val fixture = new CodecFixture
  private def gen[T](implicit a: Arbitrary[T]): Gen[T] = a.arbitrary

  private val leaf: Gen[Any] = Gen.oneOf[Any](
    gen[Int],
    gen[Long],
    gen[Double],
    gen[Float],
    gen[Short],
    gen[Byte],
    gen[Char],
    gen[Boolean],
    gen[String],
    gen[BigInt],
    Gen.const(null),
    gen[Array[Byte]],
    gen[Array[Int]],
    gen[Array[Long]],
    gen[Array[Double]],
    gen[Array[Float]],
    gen[Array[Short]],
    gen[Array[Char]],
    gen[Array[Boolean]],
    gen[Array[String]],
    Gen.const(()),
    Gen.oneOf[Any](None, Nil, Only, Dot)
  )

  private def value(depth: Int): Gen[Any] =
    if (depth == 0) leaf
    else {
      val inner = value(depth - 1)
      Gen.frequency[Any](
        4 -> leaf,
        1 -> Gen.zip(inner, inner),
        1 -> inner.map(Some(_)),
        1 -> inner.map(Left(_)),
        1 -> Gen.zip(inner, inner).map { case (l, r) => Pair(l, r) },
        1 -> Gen
          .zip(gen[Int], gen[Long], gen[Double], gen[String], gen[Boolean], gen[Option[Int]])
          .map((Point.apply _).tupled),
        1 -> Gen.listOfN(3, inner),
        1 -> Gen.listOfN(3, inner).map(_.toVector),
        1 -> Gen.listOfN(3, gen[String]).map(_.toSet),
        1 -> Gen.listOfN(3, Gen.zip(gen[Int], inner)).map(_.toMap),
        1 -> Gen.listOfN(3, inner).map(_.toArray[Any])
      )
    }

  private def checkSame(records: Seq[Any], clue: => String): Unit = {
    val back = fixture.roundTrip(records)
    assertEquals(back.length, records.length, clue)
    records.zip(back).foreach { case (a, b) => assert(CodecFixture.same(a, b), s"$clue: $a came back as $b") }
  }

  property("records of one primitive type come back") {
    forAll(
      Gen.oneOf(
        Gen.listOf(gen[Int]),
        Gen.listOf(gen[Long]),
        Gen.listOf(gen[Double]),
        Gen.listOf(gen[Float]),
        Gen.listOf(gen[Short]),
        Gen.listOf(gen[Byte]),
        Gen.listOf(gen[Char]),
        Gen.listOf(gen[Boolean])
      )
    ) { records => checkSame(records, "primitives") }
  }

  property("strings come back, lone surrogates and nulls among them") {
    forAll(Gen.listOf(Gen.oneOf(gen[String], Gen.alphaStr, Gen.const("\ud800x"), Gen.const(null: String)))) { records =>
      checkSame(records, "strings")
    }
  }

  property("byte arrays come back") {
    forAll(Gen.listOf(gen[Array[Byte]])) { records => checkSame(records, "bytes") }
  }

  property("mixed and nested records come back in order") {
    forAll(Gen.listOf(value(3))) { records => checkSame(records, "mixed") }
  }

  test("none of the above fell back to Spark's serializer") {
    assertEquals(fixture.fallbacks, 0L)
  }

  test("an empty block comes back empty") {
    assertEquals(fixture.roundTrip(Nil), Nil)
  }

  test("many frames come back in order") {
    val records = (0 until 100000).map(i => (s"key $i", i))
    assertEquals(fixture.roundTrip(records), records)
  }

  test("a bean that is not serializable comes back") {
    val bean = new Bean
    bean.setName("n")
    bean.setCount(3)
    bean.setScores(Array(1.5))
    val Seq(back: Bean) = fixture.roundTrip(Seq(bean))
    assertEquals((back.getName, back.getCount, back.getScores.toSeq), ("n", 3, Seq(1.5)))
  }

  test("a cycle comes back as a cycle") {
    val (a, b) = (new Node(1), new Node(2))
    a.next = b
    b.next = a
    val Seq(back: Node) = fixture.roundTrip(Seq(a))
    assertEquals((back.id, back.next.id), (1, 2))
    assert(back.next.next eq back)
  }

  test("an object shared inside a record stays shared") {
    val shared = Array(1, 2, 3)
    val Seq(Pair(left: AnyRef, right: AnyRef)) = fixture.roundTrip(Seq(Pair(shared, shared)))
    assert(left eq right)
    val point = Point(1, 2, 3, "p", on = true, None)
    val Seq((l: AnyRef, Some(r: AnyRef))) = fixture.roundTrip(Seq((point, Some(point))))
    assert(l eq r)
    assertEquals(l, point)
  }

  test("records share nothing, even when the caller passes one object again and again") {
    val bean = new Bean
    val block = fixture.write(Iterator.tabulate(1000) { i =>
      bean.setCount(i); bean.setScores(Array(i.toDouble)); bean
    })
    val back = fixture.read(block).map(_.asInstanceOf[Bean]).toList
    assertEquals(back.map(_.getCount), (0 until 1000).toList)
    assertEquals(back.map(_.getScores.head.toInt), (0 until 1000).toList)
    val text = new org.apache.hadoop.io.Text
    val texts =
      fixture.read(fixture.write(Iterator.tabulate(1000) { i => text.set(s"line $i"); text })).map(_.toString).toList
    assertEquals(texts, List.tabulate(1000)(i => s"line $i"))
    val bytes = Array[Byte](0)
    val arrays = fixture
      .read(fixture.write(Iterator.tabulate(100) { i => bytes(0) = i.toByte; bytes }))
      .map(_.asInstanceOf[Array[Byte]](0).toInt)
      .toList
    assertEquals(arrays, List.range(0, 100))
  }

  test("a class that takes part in its own serialization is called") {
    val Seq(custom: Custom, partly: Partly, resolved: Resolved, external: External) =
      fixture.roundTrip(Seq(new Custom(7), new Partly("lost", "kept"), new Resolved(1), new External(5)))
    assertEquals((custom.secret, partly.lost, partly.kept, resolved.n, external.n), (7, null, "kept", 2, 5))
  }

  test("singletons and enums come back as the same objects") {
    val records = Seq[AnyRef](None, Nil, Only, Dot, java.time.DayOfWeek.MONDAY, java.util.concurrent.TimeUnit.DAYS)
    fixture.roundTrip(records ++ Seq(Some(Dot), Pair(Only, None))).zip(records).foreach { case (back: AnyRef, was) =>
      assert(back eq was)
    }
  }

  test("collections of Scala and Java come back with their class and order") {
    import scala.collection.{immutable, mutable}
    val list = new util.ArrayList[String](util.List.of("a", "b"))
    val reversed = new util.TreeMap[String, Integer](util.Comparator.reverseOrder[String]())
    reversed.put("a", 1)
    reversed.put("b", 2)
    val records = Seq[Any](
      List(1, 2),
      List("a", null),
      (1 to 3000).toVector,
      Map(1 -> "a"),
      (1 to 50).map(i => i -> i.toString).toMap,
      Set(1, 2),
      (1 to 50).toSet,
      Map.empty,
      Set.empty,
      1 to 10,
      1 until 10 by 3,
      immutable.Queue(1, 2),
      immutable.BitSet(1, 300),
      immutable.ListMap(2 -> 1, 1 -> 2),
      mutable.ArrayBuffer(1, 2),
      mutable.ListBuffer(1),
      mutable.HashMap(1 -> 2),
      mutable.HashSet(1),
      mutable.LinkedHashMap(2 -> 1, 1 -> 2),
      mutable.LinkedHashSet(2, 1),
      mutable.BitSet(7),
      mutable.Queue(1, 2),
      Map(1 -> 2).withDefaultValue(9),
      BigDecimal("1.50"),
      BigInt(2).pow(200),
      list,
      new util.LinkedList[String](list),
      new util.HashMap[String, String](util.Map.of("a", "b")),
      reversed,
      util.Arrays.asList("a", null),
      util.Collections.unmodifiableList(list),
      util.Collections.singletonList("a"),
      util.List.of(1, 2),
      util.Map.of("a", 1),
      util.EnumSet.of(java.time.DayOfWeek.FRIDAY),
      java.time.LocalDate.of(2024, 2, 29),
      java.time.Instant.ofEpochSecond(1, 2),
      java.time.ZonedDateTime.of(2024, 1, 2, 3, 4, 5, 6, java.time.ZoneId.of("Asia/Tokyo")),
      new java.sql.Timestamp(5),
      new java.util.UUID(1, 2),
      new java.math.BigDecimal("1E+5")
    )
    val back = fixture.roundTrip(records)
    records.zip(back).foreach { case (was, is) =>
      assertEquals(is, was)
      assertEquals(is.getClass.getName, was.getClass.getName)
      assertEquals(is.toString, was.toString)
    }
    assertEquals(fixture.fallbacks, 0L)
  }

  test("sorted collections keep their ordering") {
    val map = scala.collection.immutable.TreeMap(1 -> "a", 3 -> "b")(Ordering.Int.reverse)
    val set = scala.collection.immutable.TreeSet("b", "a")
    assertEquals(
      new CodecFixture().roundTrip(Seq(map, set, Pair(map, set))).map(_.toString),
      Seq(map, set, Pair(map, set)).map(_.toString)
    )
  }

  test("closures and inner objects come back") {
    val add = 5
    val f: Int => Int = x => x + add
    val Seq(back: (Int => Int) @unchecked) = fixture.roundTrip(Seq(f))
    assertEquals(back(2), 7)
  }

  test("a deep list comes back, however small the stack") {
    val head = Iterator.range(0, 50000).foldLeft(null: Node) { (next, i) =>
      val node = new Node(i); node.next = next; node
    }
    var block: Array[Byte] = null
    DeepStack.run(1 << 20) { block = fixture.write(Iterator(head)) }
    val Seq(back: Node) = fixture.read(block).toSeq
    assertEquals(Iterator.iterate(back)(_.next).takeWhile(_ ne null).map(_.id).toSeq, (0 until 50000).reverse)
  }

  test("records of 100 MB come back") {
    val bytes = Array.tabulate(100 << 20)(_.toByte)
    val doubles = Array.tabulate(100 << 17)(_.toDouble)
    val text = "0123456789" * (10 << 20)
    assert(util.Arrays.equals(fixture.roundTrip(Seq(bytes)).head.asInstanceOf[Array[Byte]], bytes))
    val Seq("a", (1, back: Array[Double]), "b") = fixture.roundTrip(Seq("a", (1, doubles), "b"))
    assert(util.Arrays.equals(back, doubles))
    assert(fixture.roundTrip(Seq(text)).head == text)
  }
}
