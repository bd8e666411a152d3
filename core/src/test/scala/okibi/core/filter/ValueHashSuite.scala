package okibi.core.filter

import java.time.{Instant, LocalDate, LocalDateTime}
import java.util.UUID

import scala.collection.mutable.ArrayBuffer
import scala.util.Random

import okibi.core.kit.Draws

class ValueHashSuite extends munit.FunSuite {
  private val seed = Draws.seed

  private def hash(value: Any): Option[(Long, HashedKinds)] = {
    val hasher = new ValueHash
    val hash = hasher.of(value)
    if (hasher.isRefused) None else Some((hash, hasher.kinds))
  }

  /** Whether a filter with the one value may contain the other. */
  private def mayMatch(stored: Any, probe: Any): Boolean = (hash(stored), hash(probe)) match {
    case (Some((a, stored)), Some((b, probe))) => a == b || !probe.comparableWith(stored.seen)
    case _ => true
  }

  private val numbers: Seq[Any] = {
    val around = Seq(
      0L,
      1L,
      -1L,
      97L,
      127L,
      1L << 24,
      (1L << 24) + 1,
      1L << 31,
      1L << 53,
      (1L << 53) + 1,
      Long.MaxValue,
      Long.MinValue
    )
    around.flatMap { n =>
      Seq[Any](
        n,
        n.toInt,
        n.toShort,
        n.toByte,
        n.toChar,
        n.toFloat,
        n.toDouble,
        BigInt(n),
        BigDecimal(n),
        n.toDouble / 10,
        n.toFloat / 10,
        BigDecimal(n) / 10,
        BigInt(n) * BigInt(n),
        BigDecimal(n) * 10000000000L,
        java.math.BigInteger.valueOf(n),
        java.math.BigDecimal.valueOf(n, 1)
      )
    } ++ Seq[Any](
      -0.0,
      -0.0f,
      Double.NaN,
      Float.NaN,
      Double.PositiveInfinity,
      Float.NegativeInfinity,
      Double.MaxValue,
      BigDecimal("0.10"),
      BigDecimal("1e3"),
      BigInt(2).pow(70),
      math.pow(2, 70),
      math.pow(2, 70).toFloat,
      BigDecimal(BigInt(2).pow(70))
    )
  }

  private val others: Seq[Any] = Seq(
    null,
    "",
    "a",
    "b",
    'a',
    true,
    false,
    None,
    Some(1),
    Some(1L),
    Some(1.5),
    Left(1),
    Right(1),
    Right(1L),
    (1, 2),
    (1L, 2.0),
    (2, 1),
    ("a", 1),
    (1, 2, 3),
    Nil,
    List(1, 2),
    Vector(1L, 2L),
    Range(1, 3),
    ArrayBuffer(1.0, 2.0),
    scala.collection.immutable.IndexedSeq(1, 2),
    (Array(1, 2): scala.collection.Seq[Int]),
    List("1", "2"),
    new UUID(1, 2),
    new UUID(2, 1),
    LocalDate.ofEpochDay(1),
    Instant.ofEpochMilli(1),
    LocalDateTime.of(2000, 1, 1, 1, 1),
    new java.util.Date(1000),
    new java.sql.Timestamp(1000),
    new java.sql.Date(1000),
    List((1, Some("x"))),
    List((1L, Some("x")))
  )

  test("equal values of any classes always match") {
    val values = numbers ++ others
    for (stored <- values; probe <- values if stored == probe || java.util.Objects.equals(stored, probe))
      assert(mayMatch(stored, probe), s"$stored ${stored.getClass} == $probe")
  }

  test("random numbers of all classes match when they are equal under ==, inside tuples too") {
    val random = new Random(seed)
    def number(): Any = {
      val base = if (random.nextBoolean()) random.nextInt(5).toLong else random.nextLong() >> random.nextInt(64)
      random.nextInt(8) match {
        case 0 => base
        case 1 => base.toInt
        case 2 => base.toDouble
        case 3 => base.toFloat
        case 4 => BigInt(base)
        case 5 => BigDecimal(base)
        case 6 => base.toChar
        case _ => BigDecimal(base.toDouble / 8)
      }
    }
    (1 to 20000).foreach { _ =>
      val (a, b) = (number(), number())
      if (a == b) {
        assert(mayMatch(a, b), s"$a ${a.getClass} == $b ${b.getClass}, seed $seed")
        assert(mayMatch((a, "x"), (b, "x")), s"$a ${a.getClass} == $b ${b.getClass}, seed $seed")
      }
    }
  }

  test("different values of one class do not match") {
    Seq[Seq[Any]](
      Seq(1L, 2L, Long.MaxValue, Long.MaxValue - 1, 1L << 53, (1L << 53) + 1),
      Seq(0.1, 0.2, 1.0, 1e300, Double.NaN),
      Seq("a", "b", "ab", "ba", "Aa", "BB", ""),
      Seq((1, 2), (2, 1), (1, 3)),
      Seq(BigDecimal("0.1"), BigDecimal("0.2"), BigDecimal(5), BigDecimal("1e100")),
      Seq(Some(1), None, Some(2)),
      Seq(List(1), List(1, 2), List(2, 1), Nil)
    ).foreach { values =>
      for (a <- values; b <- values if a != b && !java.util.Objects.equals(a, b)) assert(!mayMatch(a, b), s"$a and $b")
    }
  }

  test("values without a hash that is the same in every JVM are refused, inside containers too") {
    class Plain
    val refused = Seq[Any](
      new Plain,
      Array(1),
      Thread.State.NEW,
      Iterator(1),
      List(1, 2).view,
      Set(1),
      Map(1 -> 2),
      (1, Array(1)),
      Some(new Plain),
      List("a", new Plain),
      BigDecimal("1e100000"),
      Symbol("x"),
      new ArrayBuffer[Int] { override def equals(other: Any): Boolean = true }
    )
    refused.foreach(value => assertEquals(hash(value).map(_._1), None, value.toString))
  }

  test("hashes never change, because processes compare them") {
    assertEquals(
      Seq[Any](1L, "a", 1.5, (1, "a"), null).map(hash(_).get._1),
      Seq(2717770620714153248L, 5738352719116391880L, 8555639009394476545L, -7741507881723894294L, 2893379963512756140L)
    )
  }
}
