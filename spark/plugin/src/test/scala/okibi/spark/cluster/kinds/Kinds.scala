package okibi.spark.cluster.kinds

import java.math.{BigDecimal => JavaDecimal}
import java.time._
import java.util
import java.util.UUID

import scala.collection.{immutable, mutable}
import scala.util.Try

/** The kinds of records that applications cache. */
object Kinds {

  /** Those that the codec takes, made anew, so that their classes are those of whoever asks. */
  def all: Seq[Kind] =
    values ++ arrays ++ tuples ++ choices ++ classes ++ scalaCollections ++ javaCollections ++ times ++ SparkKinds.all ++ libraries

  /** Those of Spark's libraries that this line's tests have. */
  private def libraries: Seq[Kind] =
    try
      Class
        .forName("okibi.spark.cluster.kinds.LibraryKinds", true, getClass.getClassLoader)
        .getMethod("all")
        .invoke(null)
        .asInstanceOf[Seq[Kind]]
    catch { case _: ClassNotFoundException => Nil }

  /** One that the codec refuses, because Fory gives it back as something else. */
  val refused: Kind = Kind("a locale in a list")(List(util.Locale.forLanguageTag("de-DE-u-co-phonebk")))

  private val day = LocalDate.of(2024, 2, 29)
  private val amount = BigDecimal("12345678901234567890.125")
  private val point = Point(1, 2, 3, "p", on = true, Some(4))
  private val person = Person("n", day, amount)

  private def values: Seq[Kind] = Seq(
    Kind("ints")(1, 2),
    Kind("longs")(1L, 2L),
    Kind("doubles")(1.5, 2.5),
    Kind("floats")(1.5f),
    Kind("shorts")(1.toShort),
    Kind("bytes")(1.toByte),
    Kind("characters")('a'),
    Kind("booleans")(true, false),
    Kind("strings")("a", "火", null),
    Kind("symbols")(Symbol("b")),
    Kind("scala.BigInt")(BigInt(2).pow(200)),
    Kind("scala.BigDecimal")(amount),
    Kind("java.math.BigInteger")(java.math.BigInteger.ONE.shiftLeft(100)),
    Kind("java.math.BigDecimal")(new JavaDecimal("1E+5")),
    Kind("java.util.UUID")(new UUID(1, 2)),
    Kind("java.net.URI")(new java.net.URI("http://example.org/a?b")),
    Kind("java.util.Currency")(util.Currency.getInstance("EUR")),
    Kind("units")((), ()),
    Kind("mixed values")(1, "a", 2.5, null, None, Nil)
  )

  private def arrays: Seq[Kind] = Seq(
    Kind("arrays of ints")(Array(1, 2)),
    Kind("arrays of longs")(Array(1L)),
    Kind("arrays of doubles")(Array(1.5, 2.5)),
    Kind("arrays of floats")(Array(1.5f)),
    Kind("arrays of shorts")(Array(1.toShort)),
    Kind("arrays of bytes")(Array[Byte](1, 2)),
    Kind("arrays of characters")(Array('a')),
    Kind("arrays of booleans")(Array(true)),
    Kind("arrays of strings")(Array("a", null)),
    Kind("arrays of pairs")(Array(1 -> "a")),
    Kind("arrays of anything")(Array[Any](1, "a", day)),
    Kind("arrays of arrays")(Array(Array(1.5), Array(2.5))),
    Kind("arrays of dates")(Array(day)),
    Kind("arrays of case classes")(Array(person))
  )

  private def tuples: Seq[Kind] = Seq(
    Kind("a string and an int")(("a", 1)),
    Kind("two ints")((1, 2)),
    Kind("a long and an array")((1L, Array(1.5))),
    Kind("a pair in a pair")((("a", 1), ("b", 2))),
    Kind("three values")((1, "a", 2.5)),
    Kind("twenty-two values")((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, day)),
    Kind("a date in a pair")((1, day)),
    Kind("a java.math.BigDecimal in a pair")(("a", new JavaDecimal("1.50"))),
    Kind("a scala.BigDecimal in a pair")(("a", amount)),
    Kind("an instant in three")((Instant.EPOCH, 1, "a")),
    Kind("a UUID in a pair")((new UUID(1, 2), 1)),
    Kind("a java.util.TreeMap in a pair")((1, filled(new util.TreeMap[String, Any], "a", day))),
    Kind("an ArrayList in a pair")((1, listed(new util.ArrayList[Any], 1, "a"))),
    Kind("a URI in a pair")((new java.net.URI("a:b"), 1)),
    Kind("a null in a pair")((null, 1)),
    Kind("a list of pairs in a pair")((1, List(("a", amount), ("b", amount))))
  )

  private def choices: Seq[Kind] = Seq(
    Kind("options")(Some(1), None),
    Kind("options of dates")(Some(day), None),
    Kind("options of options")(Some(Some("a")), Some(None)),
    Kind("eithers")(Left(1), Right("a")),
    Kind("eithers of a date")(Left(day), Right(amount)),
    Kind("tries")(Try(1), Try(day)),
    Kind("exceptions")(new IllegalStateException("told"))
  )

  private def classes: Seq[Kind] = {
    val (first, second) = (new Node(1), new Node(2))
    first.next = second
    second.next = first
    val outer = new Outer(1)
    Seq(
      Kind("case classes of values")(point),
      Kind("case classes in one another")(Line(point, point.copy(x = 2))),
      Kind("case classes with a date and a decimal")(person),
      Kind("case classes with an instant and a Java decimal")(Paid(Instant.EPOCH, JavaDecimal.TEN)),
      Kind("case classes with collections")(Basket(person, List(point), Map("a" -> 1))),
      Kind("case classes with a TreeMap of Java")(
        Dated(filled(new util.TreeMap[String, LocalDate], "a", day), listed(new util.ArrayList[UUID], new UUID(1, 2)))
      ),
      Kind("case classes with arrays")(Weights(Array(1.5), Array("a"))),
      Kind("case classes with defaults")(Defaults(), Defaults(c = Seq(day))),
      Kind("case classes with a value class")(Trip("a", Meters(1.5))),
      Kind("value classes")(Meters(1.5)),
      Kind("case classes with enumerations")(Painted("a", Colour.Red, DayOfWeek.MONDAY)),
      Kind("case classes with a type parameter")(Box(1), Box("a")),
      Kind("case classes of a date by a type parameter")(Box(day)),
      Kind("case classes of a case class by a type parameter")(Box(person)),
      Kind("case classes with two type parameters")(Both(amount, Some(day)), Both(1, None)),
      Kind("case classes with an either")(Chosen(Left(day)), Chosen(Right(amount))),
      Kind("case classes of anything")(Holder(1), Holder(day), Holder(List(amount))),
      Kind("case classes with twenty-five fields")(
        Wide(
          1,
          2,
          3,
          "4",
          a5 = true,
          6,
          7,
          8,
          "9",
          a10 = false,
          1,
          2,
          3,
          "4",
          b5 = true,
          6,
          7,
          8,
          "9",
          day,
          Some(1),
          None,
          List(1),
          amount,
          Instant.EPOCH
        )
      ),
      Kind("a sealed trait's classes")(Circle(1), Square(amount), Dot),
      Kind("trees")(Tree(1, Seq(Tree(2, Nil), Tree(3, Vector(Tree(4, Nil)))))),
      Kind("subclasses")(new Dog("a", day)),
      Kind("classes with a trait's field")(new Thing(1)),
      Kind("inner classes")(new outer.Inner(2)),
      Kind("classes that only their package sees")(new Hidden(day, Map("a" -> amount))),
      Kind("beans")(new Bean),
      Kind("cycles")(first),
      Kind("what is shared in a record")({ val shared = mutable.ListBuffer(day); (shared, shared) }),
      Kind("classes that write themselves")(new Custom(7)),
      Kind("classes that are written as others")(new Replaced(day)),
      Kind("java.io.Externalizable")(new External(5)),
      Kind("enumerations of Scala")(Colour.Green),
      Kind("functions")((x: Int) => x + point.x)
    )
  }

  private def scalaCollections: Seq[Kind] = Seq(
    Kind("lists")(List(1, 2)),
    Kind("lists of dates")(List(day)),
    Kind("lists of case classes")(List(person)),
    Kind("vectors")((1 to 100).toVector),
    Kind("vectors of decimals")(Vector(amount)),
    Kind("small maps")(Map(1 -> "a")),
    Kind("large maps")((1 to 50).map(i => i -> s"$i").toMap),
    Kind("maps of dates")(Map(day -> amount)),
    Kind("maps to lists")(Map("a" -> List(1), "b" -> Nil)),
    Kind("maps with a default")(Map(1 -> 2).withDefaultValue(9)),
    Kind("small sets")(Set("a", "b")),
    Kind("large sets")((1 to 50).toSet),
    Kind("ranges")(1 to 10, 1 until 10 by 3),
    Kind("immutable queues")(immutable.Queue(1, 2)),
    Kind("immutable bit sets")(immutable.BitSet(1, 300)),
    Kind("list maps")(immutable.ListMap(2 -> 1, 1 -> 2)),
    Kind("array buffers")(mutable.ArrayBuffer(1, 2)),
    Kind("list buffers")(mutable.ListBuffer(day)),
    Kind("mutable maps")(mutable.HashMap(1 -> day)),
    Kind("mutable sets")(mutable.HashSet("a")),
    Kind("linked maps")(mutable.LinkedHashMap(2 -> 1, 1 -> 2)),
    Kind("linked sets")(mutable.LinkedHashSet(2, 1)),
    Kind("mutable queues")(mutable.Queue(1, 2)),
    Kind("mutable bit sets")(mutable.BitSet(7)),
    Kind("wrapped arrays")(wrapped(Array(1, 2)), wrapped(Array[Any](day))),
    Kind("sequences of options")(Seq(Some(1), None)),
    Kind("sequences of pairs with dates")(Seq((day, 1), (day, 2)))
  )

  /** Of Scala, with an order; Fory cannot read those of 2.12, and the codec leaves them alone. */
  val sorted: Seq[Kind] = Seq(
    Kind("sorted maps")(immutable.TreeMap(1 -> "a", 3 -> "b")),
    Kind("sorted maps of decimals in a pair")((1, immutable.TreeMap("a" -> amount))),
    Kind("sorted sets")(immutable.TreeSet("b", "a")),
    Kind("case classes with a sorted map")(Box(immutable.TreeMap("a" -> 1)))
  )

  private def javaCollections: Seq[Kind] = Seq(
    Kind("ArrayList")(listed(new util.ArrayList[Any], 1, "a")),
    Kind("LinkedList")(listed(new util.LinkedList[Any], day)),
    Kind("ArrayDeque")(listed(new util.ArrayDeque[Any], 1)),
    Kind("java.util.HashSet")(listed(new util.HashSet[Any], day)),
    Kind("java.util.LinkedHashSet")(listed(new util.LinkedHashSet[Any], 2, 1)),
    Kind("TreeSet")(listed(new util.TreeSet[Any], "b", "a")),
    Kind("PriorityQueue")(listed(new util.PriorityQueue[Any], 2, 1)),
    Kind("java.util.HashMap")(filled(new util.HashMap[String, Any], "a", day)),
    Kind("java.util.LinkedHashMap")(filled(new util.LinkedHashMap[String, Any], "a", amount)),
    Kind("java.util.TreeMap")(filled(new util.TreeMap[String, Any], "a", day)),
    Kind("TreeMap with a comparator")(
      filled(new util.TreeMap[String, Any](util.Comparator.reverseOrder[String]), "a", 1)
    ),
    Kind("ConcurrentHashMap")(filled(new util.concurrent.ConcurrentHashMap[String, Any], "a", day)),
    Kind("EnumMap")(filled(new util.EnumMap[DayOfWeek, Any](classOf[DayOfWeek]), DayOfWeek.MONDAY, day)),
    Kind("EnumSet")(util.EnumSet.of(DayOfWeek.FRIDAY)),
    Kind("Arrays.asList")(util.Arrays.asList("a", day)),
    Kind("List.of")(util.List.of(1, day)),
    Kind("Map.of")(util.Map.of("a", day)),
    Kind("Set.of")(util.Set.of(1, 2)),
    Kind("unmodifiable lists")(util.Collections.unmodifiableList(util.Arrays.asList(1))),
    Kind("singleton lists")(util.Collections.singletonList(day)),
    Kind("empty lists")(util.Collections.emptyList[Int]),
    Kind("Optional")(util.Optional.of(day)),
    Kind("AtomicLong")(new util.concurrent.atomic.AtomicLong(5)),
    Kind("java.util.BitSet")(util.BitSet.valueOf(Array(5L))),
    Kind("Properties")({ val made = new util.Properties; made.setProperty("a", "b"); made })
  )

  private def times: Seq[Kind] = Seq(
    Kind("LocalDate")(day),
    Kind("LocalTime")(LocalTime.NOON),
    Kind("LocalDateTime")(day.atTime(1, 2, 3, 4)),
    Kind("Instant")(Instant.ofEpochSecond(1, 2)),
    Kind("ZonedDateTime")(day.atTime(1, 2).atZone(ZoneId.of("Asia/Tokyo"))),
    Kind("OffsetDateTime")(day.atTime(1, 2).atOffset(ZoneOffset.ofHours(9))),
    Kind("Duration")(Duration.ofMillis(1500)),
    Kind("Period")(Period.ofDays(3)),
    Kind("Year and YearMonth")(Year.of(2024), YearMonth.of(2024, 2)),
    Kind("DayOfWeek")(DayOfWeek.MONDAY),
    Kind("java.sql.Timestamp")(new java.sql.Timestamp(5)),
    Kind("java.sql.Date")(new java.sql.Date(5)),
    Kind("java.util.Date")(new util.Date(5)),
    Kind("a Timestamp in a pair")((1, new java.sql.Timestamp(5)))
  )

  private def listed[C <: util.Collection[_]](collection: C, elements: Any*): C = {
    elements.foreach(element => collection.asInstanceOf[util.Collection[Any]].add(element))
    collection
  }
  private def filled[M <: util.Map[_, _]](map: M, key: Any, value: Any): M = {
    map.asInstanceOf[util.Map[Any, Any]].put(key, value)
    map
  }
  private def wrapped(array: Array[_]): Seq[Any] = array.toSeq
}
