package okibi.core.filter

import java.util.SplittableRandom

import scala.concurrent.duration._

class MembershipSuite extends munit.FunSuite {
  // A busy machine is slow, not wrong.
  override val munitTimeout: Duration = 5.minutes

  private val seed = System.nanoTime()
  private def clues: String = s"seed $seed"

  private def hashes(random: SplittableRandom, count: Int): Array[Long] =
    Array.fill(count)(Hash64.ofLong(random.nextLong()))

  private def filled(keys: Array[Long], builder: MembershipBuilder = new MembershipBuilder): Membership = {
    keys.foreach(builder.add)
    builder.result()
  }

  private def rate(filter: Membership, random: SplittableRandom): Double = {
    val probes = 20000
    (1 to probes).count(_ => filter.mayContain(Hash64.ofLong(random.nextLong()))) / probes.toDouble
  }

  test("what was added is never denied: any count, as built, decoded, and shrunk as far as it goes") {
    val random = new SplittableRandom(seed)
    (Seq(0, 1, 2, 3, 255, 256, 257, 4096, 4097) ++ Seq.fill(60)(random.nextInt(9000))).foreach { count =>
      val keys = hashes(random, count) ++ Array(0L, -1L, Long.MinValue).take(random.nextInt(4))
      val built = filled(keys)
      val decoded = Membership.decode(built.encode)
      assertEquals(built.encode.length, built.sizeBytes, clues)
      val steps = Iterator
        .iterate(Option(decoded))(
          _.flatMap(filter => filter.shrunkTo(filter.sizeBytes * (50 + random.nextInt(49)) / 100))
        )
        .takeWhile(_.isDefined)
        .flatten
      steps.foreach { filter =>
        keys.foreach(key => assert(filter.mayContain(key), s"$count keys, ${filter.sizeBytes} bytes, $clues"))
        assert(Membership.decode(filter.encode).mayContainAny(SortedHashes.of(keys.clone())) || keys.isEmpty, clues)
      }
    }
  }

  test("many hashes asked at once are answered as one by one, whichever set is the larger") {
    val random = new SplittableRandom(seed)
    (1 to 300).foreach { _ =>
      val keys = hashes(random, 1 + random.nextInt(50))
      val built = filled(keys)
      val filter = if (random.nextBoolean()) built else built.shrunkTo(built.sizeBytes / 2).getOrElse(built)
      val asked =
        hashes(random, random.nextInt(100)) ++ Array(0L, -1L, Long.MaxValue, Long.MinValue).take(random.nextInt(5)) ++
          (if (random.nextInt(3) == 0) Some(keys(random.nextInt(keys.length))) else None)
      assertEquals(filter.mayContainAny(SortedHashes.of(asked.clone())), asked.exists(filter.mayContain), clues)
    }
  }

  test("the rate of false positives is what the filter says, whatever its size") {
    val random = new SplittableRandom(seed)
    Seq(100, 1000, 4000, 6000, 40000).foreach { count =>
      val built = filled(hashes(random, count))
      (built +: Seq(10, 4, 2).flatMap(part => built.shrunkTo(built.sizeBytes / part))).foreach { filter =>
        val expected = filter.falsePositiveRate
        val found = rate(filter, random)
        assert(
          math.abs(found - expected) <= 0.02 + expected * 0.1,
          s"$count keys in ${filter.sizeBytes} bytes: said $expected, was $found, $clues"
        )
      }
    }
  }

  test("a few keys are told from all others") {
    val random = new SplittableRandom(seed)
    val filter = filled(hashes(random, 4096))
    assert(filter.isInstanceOf[ExactSet])
    assertEquals(rate(filter, random), 0.0, clues)
  }

  test("many keys take sixteen bits each, and one false positive in some hundred is too many") {
    val random = new SplittableRandom(seed)
    Seq(5000, 30000, 300000).foreach { count =>
      val filter = filled(hashes(random, count))
      assert(filter.sizeBytes * 8.0 / count < 33, s"${filter.sizeBytes} bytes")
      assert(filter.falsePositiveRate < 0.003, s"$count keys: ${filter.falsePositiveRate}, $clues")
    }
  }

  test("a thousand keys still tell in 640 bytes, nine times in ten") {
    val random = new SplittableRandom(seed)
    val small = filled(hashes(random, 1000)).shrunkTo(640).get
    assert(small.sizeBytes <= 640)
    assert(small.falsePositiveRate < 0.13, s"${small.falsePositiveRate}, $clues")
  }

  test("a filter that would hardly ever say no is none") {
    val random = new SplittableRandom(seed)
    Seq(1000, 20000).foreach(count => assertEquals(filled(hashes(random, count)).shrunkTo(count / 8 + 8), None, clues))
  }

  test("keys that repeat are counted once") {
    val builder = new MembershipBuilder
    (1 to 100000).foreach(i => builder.add(Hash64.ofLong(i % 100L)))
    assertEquals(builder.distinct, 100)
    assertEquals(builder.hashes(100).map(_.toSet), Some((0 until 100).map(i => Hash64.ofLong(i.toLong)).toSet))
    assertEquals(builder.hashes(99), None)
  }

  test("more keys than a filter may take make it say yes more often, never no") {
    val builder = new MembershipBuilder(bitsPerKey = 64)
    (1 to 1200000).foreach(i => builder.add(Hash64.ofLong(i.toLong)))
    val filter = builder.result()
    (1 to 1200000 by 7).foreach(i => assert(filter.mayContain(Hash64.ofLong(i.toLong))))
    assert(filter.sizeBytes <= (8 << 20) + 8)
  }

  test("damaged bytes give an error that says what is wrong, or a filter, and nothing else") {
    val random = new SplittableRandom(seed)
    val whole = Seq(10, 1000, 6000).map(count => filled(hashes(random, count)).encode)
    def damaged(bytes: Array[Byte]): String = intercept[DamagedFilter](Membership.decode(bytes)).what
    assertEquals(damaged(Array[Byte](1, 1)), "it has 2 bytes, the least is 8")
    assertEquals(damaged(2.toByte +: whole.head.tail), "its version is 2, this build reads 1")
    assertEquals(damaged(Array[Byte](1, 9, 0, 0, 0, 0, 0, 0)), "its kind is 9, known are 1 and 2")
    whole.foreach(bytes =>
      assert(damaged(bytes.dropRight(1)).startsWith("it claims") || damaged(bytes.dropRight(1)).contains("take"))
    )
    (1 to 2000).foreach { _ =>
      val bytes = whole(random.nextInt(whole.size)).clone()
      bytes(random.nextInt(if (random.nextBoolean()) 8 else bytes.length)) = random.nextInt().toByte
      try hashes(random, 20).foreach(Membership.decode(bytes).mayContain)
      catch { case _: DamagedFilter => () }
    }
  }

  test("bits for each key follow from the rate that is wanted") {
    assert(SplitBlockBloom.bitsPerKey(0.001) > 14.6 && SplitBlockBloom.bitsPerKey(0.001) < 17)
    assert(SplitBlockBloom.bitsPerKey(0.03) < 9)
    assertEqualsDouble(Membership.passRate(0.03, 50), 0.78, 0.01)
  }
}
