package okibi.spark.cluster.kinds

import java.math.{BigDecimal => JavaDecimal}
import java.time._
import java.util
import java.util.UUID

import scala.collection.{immutable, mutable}
import scala.util.Try

/** The kinds of records that applications cache. */
object RecordKinds {

  /** Kinds that the codec takes. Made on each call, so that the classes are those of the caller's loader. */
  def all: Seq[RecordKind] =
    values ++ arrays ++ tuples ++ choices ++ classes ++ scalaCollections ++ javaCollections ++ times ++
      SparkRecordKinds.all ++ libraries

  /** Kinds of Spark's libraries, if the tests of this line have them. */
  private def libraries: Seq[RecordKind] =
    try
      Class
        .forName("okibi.spark.cluster.kinds.LibraryRecordKinds", true, getClass.getClassLoader)
        .getMethod("all")
        .invoke(null)
        .asInstanceOf[Seq[RecordKind]]
    catch { case _: ClassNotFoundException => Nil }

  /** A kind that the codec refuses, because Fory does not restore it as it was. */
  val refused: RecordKind = RecordKind("a locale in a list")(List(util.Locale.forLanguageTag("de-DE-u-co-phonebk")))

  private val day = LocalDate.of(2024, 2, 29)
  private val amount = BigDecimal("12345678901234567890.125")
  private val point = Point(1, 2, 3, "p", on = true, Some(4))
  private val person = Person("n", day, amount)

  private def values: Seq[RecordKind] = Seq(
    RecordKind("ints")(1, 2),
    RecordKind("longs")(1L, 2L),
    RecordKind("doubles")(1.5, 2.5),
    RecordKind("floats")(1.5f),
    RecordKind("shorts")(1.toShort),
    RecordKind("bytes")(1.toByte),
    RecordKind("characters")('a'),
    RecordKind("booleans")(true, false),
    RecordKind("strings")("a", "火", null),
    RecordKind("symbols")(Symbol("b")),
    RecordKind("scala.BigInt")(BigInt(2).pow(200)),
    RecordKind("scala.BigDecimal")(amount),
    RecordKind("java.math.BigInteger")(java.math.BigInteger.ONE.shiftLeft(100)),
    RecordKind("java.math.BigDecimal")(new JavaDecimal("1E+5")),
    RecordKind("java.util.UUID")(new UUID(1, 2)),
    RecordKind("java.net.URI")(new java.net.URI("http://example.org/a?b")),
    RecordKind("java.util.Currency")(util.Currency.getInstance("EUR")),
    RecordKind("units")((), ()),
    RecordKind("mixed values")(1, "a", 2.5, null, None, Nil)
  )

  private def arrays: Seq[RecordKind] = Seq(
    RecordKind("arrays of ints")(Array(1, 2)),
    RecordKind("arrays of longs")(Array(1L)),
    RecordKind("arrays of doubles")(Array(1.5, 2.5)),
    RecordKind("arrays of floats")(Array(1.5f)),
    RecordKind("arrays of shorts")(Array(1.toShort)),
    RecordKind("arrays of bytes")(Array[Byte](1, 2)),
    RecordKind("arrays of characters")(Array('a')),
    RecordKind("arrays of booleans")(Array(true)),
    RecordKind("arrays of strings")(Array("a", null)),
    RecordKind("arrays of pairs")(Array(1 -> "a")),
    RecordKind("arrays of anything")(Array[Any](1, "a", day)),
    RecordKind("arrays of arrays")(Array(Array(1.5), Array(2.5))),
    RecordKind("arrays of dates")(Array(day)),
    RecordKind("arrays of case classes")(Array(person))
  )

  private def tuples: Seq[RecordKind] = Seq(
    RecordKind("a string and an int")(("a", 1)),
    RecordKind("two ints")((1, 2)),
    RecordKind("a long and an array")((1L, Array(1.5))),
    RecordKind("a pair in a pair")((("a", 1), ("b", 2))),
    RecordKind("three values")((1, "a", 2.5)),
    RecordKind("twenty-two values")((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, day)),
    RecordKind("a date in a pair")((1, day)),
    RecordKind("a java.math.BigDecimal in a pair")(("a", new JavaDecimal("1.50"))),
    RecordKind("a scala.BigDecimal in a pair")(("a", amount)),
    RecordKind("an instant in three")((Instant.EPOCH, 1, "a")),
    RecordKind("a UUID in a pair")((new UUID(1, 2), 1)),
    RecordKind("a java.util.TreeMap in a pair")((1, filled(new util.TreeMap[String, Any], "a", day))),
    RecordKind("an ArrayList in a pair")((1, listed(new util.ArrayList[Any], 1, "a"))),
    RecordKind("a URI in a pair")((new java.net.URI("a:b"), 1)),
    RecordKind("a null in a pair")((null, 1)),
    RecordKind("a list of pairs in a pair")((1, List(("a", amount), ("b", amount))))
  )

  private def choices: Seq[RecordKind] = Seq(
    RecordKind("options")(Some(1), None),
    RecordKind("options of dates")(Some(day), None),
    RecordKind("options of options")(Some(Some("a")), Some(None)),
    RecordKind("eithers")(Left(1), Right("a")),
    RecordKind("eithers of a date")(Left(day), Right(amount)),
    RecordKind("tries")(Try(1), Try(day)),
    RecordKind("exceptions")(new IllegalStateException("told"))
  )

  private def classes: Seq[RecordKind] = {
    val (first, second) = (new Node(1), new Node(2))
    first.next = second
    second.next = first
    val outer = new Outer(1)
    Seq(
      RecordKind("case classes of values")(point),
      RecordKind("case classes in one another")(Line(point, point.copy(x = 2))),
      RecordKind("case classes with a date and a decimal")(person),
      RecordKind("case classes with an instant and a Java decimal")(Paid(Instant.EPOCH, JavaDecimal.TEN)),
      RecordKind("case classes with collections")(Basket(person, List(point), Map("a" -> 1))),
      RecordKind("case classes with a TreeMap of Java")(
        Dated(filled(new util.TreeMap[String, LocalDate], "a", day), listed(new util.ArrayList[UUID], new UUID(1, 2)))
      ),
      RecordKind("case classes with arrays")(Weights(Array(1.5), Array("a"))),
      RecordKind("case classes with defaults")(Defaults(), Defaults(c = Seq(day))),
      RecordKind("case classes with a value class")(Trip("a", Distance(1.5))),
      RecordKind("value classes")(Distance(1.5)),
      RecordKind("case classes with enumerations")(Painted("a", Colour.Red, DayOfWeek.MONDAY)),
      RecordKind("case classes with a type parameter")(Box(1), Box("a")),
      RecordKind("case classes of a date by a type parameter")(Box(day)),
      RecordKind("case classes of a case class by a type parameter")(Box(person)),
      RecordKind("case classes with two type parameters")(Both(amount, Some(day)), Both(1, None)),
      RecordKind("case classes with an either")(Chosen(Left(day)), Chosen(Right(amount))),
      RecordKind("case classes of anything")(Holder(1), Holder(day), Holder(List(amount))),
      RecordKind("case classes with twenty-five fields")(
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
      RecordKind("a sealed trait's classes")(Circle(1), Square(amount), Dot),
      RecordKind("trees")(Tree(1, Seq(Tree(2, Nil), Tree(3, Vector(Tree(4, Nil)))))),
      RecordKind("subclasses")(new Dog("a", day)),
      RecordKind("classes with a trait's field")(new Thing(1)),
      RecordKind("inner classes")(new outer.Inner(2)),
      RecordKind("classes that only their package sees")(new Hidden(day, Map("a" -> amount))),
      RecordKind("beans")(new Bean),
      RecordKind("cycles")(first),
      RecordKind("what is shared in a record")({ val shared = mutable.ListBuffer(day); (shared, shared) }),
      RecordKind("classes that write themselves")(new Custom(7)),
      RecordKind("classes that are written as others")(new Replaced(day)),
      RecordKind("java.io.Externalizable")(new External(5)),
      RecordKind("enumerations of Scala")(Colour.Green),
      RecordKind("functions")((x: Int) => x + point.x)
    )
  }

  private def scalaCollections: Seq[RecordKind] = Seq(
    RecordKind("lists")(List(1, 2)),
    RecordKind("lists of dates")(List(day)),
    RecordKind("lists of case classes")(List(person)),
    RecordKind("vectors")((1 to 100).toVector),
    RecordKind("vectors of decimals")(Vector(amount)),
    RecordKind("small maps")(Map(1 -> "a")),
    RecordKind("large maps")((1 to 50).map(i => i -> s"$i").toMap),
    RecordKind("maps of dates")(Map(day -> amount)),
    RecordKind("maps to lists")(Map("a" -> List(1), "b" -> Nil)),
    RecordKind("maps with a default")(Map(1 -> 2).withDefaultValue(9)),
    RecordKind("small sets")(Set("a", "b")),
    RecordKind("large sets")((1 to 50).toSet),
    RecordKind("ranges")(1 to 10, 1 until 10 by 3),
    RecordKind("immutable queues")(immutable.Queue(1, 2)),
    RecordKind("immutable bit sets")(immutable.BitSet(1, 300)),
    RecordKind("list maps")(immutable.ListMap(2 -> 1, 1 -> 2)),
    RecordKind("array buffers")(mutable.ArrayBuffer(1, 2)),
    RecordKind("list buffers")(mutable.ListBuffer(day)),
    RecordKind("mutable maps")(mutable.HashMap(1 -> day)),
    RecordKind("mutable sets")(mutable.HashSet("a")),
    RecordKind("linked maps")(mutable.LinkedHashMap(2 -> 1, 1 -> 2)),
    RecordKind("linked sets")(mutable.LinkedHashSet(2, 1)),
    RecordKind("mutable queues")(mutable.Queue(1, 2)),
    RecordKind("mutable bit sets")(mutable.BitSet(7)),
    RecordKind("wrapped arrays")(wrapped(Array(1, 2)), wrapped(Array[Any](day))),
    RecordKind("sequences of options")(Seq(Some(1), None)),
    RecordKind("sequences of pairs with dates")(Seq((day, 1), (day, 2)))
  )

  /** Sorted collections of Scala. Fory cannot read those of 2.12, and the codec leaves them to Spark's serializer. */
  val sorted: Seq[RecordKind] = Seq(
    RecordKind("sorted maps")(immutable.TreeMap(1 -> "a", 3 -> "b")),
    RecordKind("sorted maps of decimals in a pair")((1, immutable.TreeMap("a" -> amount))),
    RecordKind("sorted sets")(immutable.TreeSet("b", "a")),
    RecordKind("case classes with a sorted map")(Box(immutable.TreeMap("a" -> 1)))
  )

  private def javaCollections: Seq[RecordKind] = Seq(
    RecordKind("ArrayList")(listed(new util.ArrayList[Any], 1, "a")),
    RecordKind("LinkedList")(listed(new util.LinkedList[Any], day)),
    RecordKind("ArrayDeque")(listed(new util.ArrayDeque[Any], 1)),
    RecordKind("java.util.HashSet")(listed(new util.HashSet[Any], day)),
    RecordKind("java.util.LinkedHashSet")(listed(new util.LinkedHashSet[Any], 2, 1)),
    RecordKind("TreeSet")(listed(new util.TreeSet[Any], "b", "a")),
    RecordKind("PriorityQueue")(listed(new util.PriorityQueue[Any], 2, 1)),
    RecordKind("java.util.HashMap")(filled(new util.HashMap[String, Any], "a", day)),
    RecordKind("java.util.LinkedHashMap")(filled(new util.LinkedHashMap[String, Any], "a", amount)),
    RecordKind("java.util.TreeMap")(filled(new util.TreeMap[String, Any], "a", day)),
    RecordKind("TreeMap with a comparator")(
      filled(new util.TreeMap[String, Any](util.Comparator.reverseOrder[String]), "a", 1)
    ),
    RecordKind("ConcurrentHashMap")(filled(new util.concurrent.ConcurrentHashMap[String, Any], "a", day)),
    RecordKind("EnumMap")(filled(new util.EnumMap[DayOfWeek, Any](classOf[DayOfWeek]), DayOfWeek.MONDAY, day)),
    RecordKind("EnumSet")(util.EnumSet.of(DayOfWeek.FRIDAY)),
    RecordKind("Arrays.asList")(util.Arrays.asList("a", day)),
    RecordKind("List.of")(util.List.of(1, day)),
    RecordKind("Map.of")(util.Map.of("a", day)),
    RecordKind("Set.of")(util.Set.of(1, 2)),
    RecordKind("unmodifiable lists")(util.Collections.unmodifiableList(util.Arrays.asList(1))),
    RecordKind("singleton lists")(util.Collections.singletonList(day)),
    RecordKind("empty lists")(util.Collections.emptyList[Int]),
    RecordKind("Optional")(util.Optional.of(day)),
    RecordKind("AtomicLong")(new util.concurrent.atomic.AtomicLong(5)),
    RecordKind("java.util.BitSet")(util.BitSet.valueOf(Array(5L))),
    RecordKind("Properties")({ val made = new util.Properties; made.setProperty("a", "b"); made })
  )

  private def times: Seq[RecordKind] = Seq(
    RecordKind("LocalDate")(day),
    RecordKind("LocalTime")(LocalTime.NOON),
    RecordKind("LocalDateTime")(day.atTime(1, 2, 3, 4)),
    RecordKind("Instant")(Instant.ofEpochSecond(1, 2)),
    RecordKind("ZonedDateTime")(day.atTime(1, 2).atZone(ZoneId.of("Asia/Tokyo"))),
    RecordKind("OffsetDateTime")(day.atTime(1, 2).atOffset(ZoneOffset.ofHours(9))),
    RecordKind("Duration")(Duration.ofMillis(1500)),
    RecordKind("Period")(Period.ofDays(3)),
    RecordKind("Year and YearMonth")(Year.of(2024), YearMonth.of(2024, 2)),
    RecordKind("DayOfWeek")(DayOfWeek.MONDAY),
    RecordKind("java.sql.Timestamp")(new java.sql.Timestamp(5)),
    RecordKind("java.sql.Date")(new java.sql.Date(5)),
    RecordKind("java.util.Date")(new util.Date(5)),
    RecordKind("a Timestamp in a pair")((1, new java.sql.Timestamp(5)))
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
