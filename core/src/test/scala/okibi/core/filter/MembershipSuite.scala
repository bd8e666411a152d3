package okibi.core.filter

import java.util.SplittableRandom

import okibi.core.SlowSuite
import okibi.core.kit.Draws

class MembershipSuite extends SlowSuite {
  private val seed = Draws.seed
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

  test("every added hash is contained: for any count, as built, decoded, and shrunk as far as possible") {
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

  test("a lookup of many hashes agrees with single lookups, whichever set is larger") {
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

  test("the measured rate of false positives is the rate that the filter reports, at every size") {
    val random = new SplittableRandom(seed)
    Seq(100, 1000, 4000, 6000, 40000).foreach { count =>
      val built = filled(hashes(random, count))
      (built +: Seq(10, 4, 2).flatMap(part => built.shrunkTo(built.sizeBytes / part))).foreach { filter =>
        val expected = filter.falsePositiveRate
        val found = rate(filter, random)
        assert(
          math.abs(found - expected) <= 0.02 + expected * 0.1,
          s"$count keys in ${filter.sizeBytes} bytes: reported $expected, measured $found, $clues"
        )
      }
    }
  }

  test("a filter of few keys has no false positives") {
    val random = new SplittableRandom(seed)
    val filter = filled(hashes(random, 4096))
    assert(filter.isInstanceOf[ExactSet])
    assertEquals(rate(filter, random), 0.0, clues)
  }

  test("many keys take less than 33 bits each, with less than 0.3 % of false positives") {
    val random = new SplittableRandom(seed)
    Seq(5000, 30000, 300000).foreach { count =>
      val filter = filled(hashes(random, count))
      assert(filter.sizeBytes * 8.0 / count < 33, s"${filter.sizeBytes} bytes")
      assert(filter.falsePositiveRate < 0.003, s"$count keys: ${filter.falsePositiveRate}, $clues")
    }
  }

  test("in 640 bytes, a thousand keys have less than 13 % of false positives") {
    val random = new SplittableRandom(seed)
    val small = filled(hashes(random, 1000)).shrunkTo(640).get
    assert(small.sizeBytes <= 640)
    assert(small.falsePositiveRate < 0.13, s"${small.falsePositiveRate}, $clues")
  }

  test("a filter is not shrunk to a size where it would rule out hardly any hash") {
    val random = new SplittableRandom(seed)
    Seq(1000, 20000).foreach(count => assertEquals(filled(hashes(random, count)).shrunkTo(count / 8 + 8), None, clues))
  }

  test("repeated keys are counted once") {
    val builder = new MembershipBuilder
    (1 to 100000).foreach(i => builder.add(Hash64.ofLong(i % 100L)))
    assertEquals(builder.distinct, 100)
    assertEquals(builder.hashes(100).map(_.toSet), Some((0 until 100).map(i => Hash64.ofLong(i.toLong)).toSet))
    assertEquals(builder.hashes(99), None)
  }

  test("a filter beyond its largest size still contains every key") {
    val builder = new MembershipBuilder(bitsPerKey = 64)
    (1 to 1200000).foreach(i => builder.add(Hash64.ofLong(i.toLong)))
    val filter = builder.result()
    (1 to 1200000 by 7).foreach(i => assert(filter.mayContain(Hash64.ofLong(i.toLong))))
    assert(filter.sizeBytes <= (8 << 20) + 8)
  }

  test("damaged bytes yield an error that names the problem, or a filter, and no other error") {
    val random = new SplittableRandom(seed)
    val whole = Seq(10, 1000, 6000).map(count => filled(hashes(random, count)).encode)
    def damaged(bytes: Array[Byte]): String = intercept[DamagedFilter](Membership.decode(bytes)).problem
    assertEquals(damaged(Array[Byte](1, 1)), "got 2 bytes, needed are at least 8")
    assertEquals(damaged(2.toByte +: whole.head.tail), "got version 2, this build reads 1")
    assertEquals(damaged(Array[Byte](1, 9, 0, 0, 0, 0, 0, 0)), "got kind 9, this build reads 1 and 2")
    whole.foreach { bytes =>
      assert(damaged(bytes.dropRight(1)).startsWith(s"got ${bytes.length - 1} bytes"), damaged(bytes.dropRight(1)))
    }
    (1 to 2000).foreach { _ =>
      val bytes = whole(random.nextInt(whole.size)).clone()
      bytes(random.nextInt(if (random.nextBoolean()) 8 else bytes.length)) = random.nextInt().toByte
      try hashes(random, 20).foreach(Membership.decode(bytes).mayContain)
      catch { case _: DamagedFilter => () }
    }
  }

  test("the bits for each key follow from the wanted rate of false positives") {
    assert(SplitBlockBloom.bitsPerKey(0.001) > 14.6 && SplitBlockBloom.bitsPerKey(0.001) < 17)
    assert(SplitBlockBloom.bitsPerKey(0.03) < 9)
    assertEqualsDouble(Membership.passRate(0.03, 50), 0.78, 0.01)
  }
}
