package okibi.core.policy

import okibi.core.block.BlockKey

/** What the default policy promises on the jobs that caches thrash on. */
class ValuePolicySuite extends munit.FunSuite {
  private val partitions = 100
  private val passes = 12

  private def hitsByPass(trace: Trace, spec: PolicySpec, foreseen: Boolean, blocks: Int): Vector[Int] =
    new TraceReplay(trace, spec, foreseen, blocks * Trace.UnitBytes).run().hitsByStage

  for {
    foreseen <- Seq(true, false)
    jitter <- Seq(0, 16)
    (what, rdds) <- Seq("a cyclic scan" -> Seq(1), "two RDDs scanned together" -> Seq(1, 2))
  } test(s"$what hits as often as the room allows, jitter $jitter, ${if (foreseen) "foreseen" else "blind"}") {
    val trace = Trace.scans(rdds, partitions, passes, jitter)
    for (share <- Seq(0.2, 0.5, 0.75, 0.95)) {
      val room = (share * partitions * rdds.size).toInt
      assertEquals(hitsByPass(trace, ValuePolicy.spec, foreseen, room), 0 +: Vector.fill(passes - 1)(room))
    }
  }

  test("two RDDs scanned together are what Spark's own rule thrashes on") {
    val trace = Trace.scans(Seq(1, 2), partitions, passes)
    assertEquals(hitsByPass(trace, LruPolicy.spec, foreseen = true, partitions).sum, 0)
  }

  private val phases = Trace
    .scans(Seq(1), partitions, passes, jitter = 16) ++ Trace.scans(Seq(2), partitions, passes, jitter = 16, seed = 2)

  test("after a foreseen phase change the second pass hits as often as the room allows") {
    val hits = hitsByPass(phases, ValuePolicy.spec, foreseen = true, 50).drop(passes)
    assertEquals(hits, 0 +: Vector.fill(passes - 1)(50))
  }

  test("after a phase change that nobody foresaw it recovers in a few passes") {
    val hits = hitsByPass(phases, ValuePolicy.spec, foreseen = false, 50).drop(passes)
    assertEquals(hits.drop(6), Vector.fill(passes - 6)(50))
  }

  test("a scan in an order of its own each time keeps what it has") {
    val trace = Trace.scans(Seq(1), partitions, passes, jitter = partitions)
    assertEquals(hitsByPass(trace, ValuePolicy.spec, foreseen = true, 50), 0 +: Vector.fill(passes - 1)(50))
  }

  private def facts(of: (BlockKey, (Double, Double, Long))*): Knowledge = new Knowledge {
    private val known = of.toMap
    override def uses(block: BlockKey): Double = known(block)._1
    override def distance(block: BlockKey): Double =
      if (uses(block) > 0) block.partition.toDouble else Double.PositiveInfinity
    override def reloadNs(block: BlockKey): Double = known(block)._2
    override def computeNs(block: BlockKey): Double = known(block)._2
    override def bytes(block: BlockKey): Long = known(block)._3
    override def peers(block: BlockKey): Seq[BlockKey] = Nil
  }
  private val a = BlockKey(1, 1)
  private val b = BlockKey(1, 2)
  private val c = BlockKey(2, 3)
  private val d = BlockKey(2, 4)

  private def holding(knowledge: Knowledge, blocks: BlockKey*): Policy = {
    val policy = ValuePolicy.spec.make(knowledge)
    blocks.foreach { block =>
      policy.onRead(block)
      policy.onPut(block)
    }
    policy
  }

  test("a block with no read to come goes first and gives way to any that has one, in its own RDD too") {
    val policy = holding(
      facts(a -> ((5.0, 1.0, 9L)), b -> ((0.0, 900.0, 1L)), c -> ((2.0, 1.0, 9L)), d -> ((0.0, 1.0, 1L))),
      a,
      b,
      c
    )
    assertEquals(policy.victims.toList, List(b, c, a))
    assert(policy.replaces(a, b) && policy.replaces(c, b))
    assert(!policy.replaces(d, b), "no use against no use is a tie")
  }

  test("of equal values the one whose next read is furthest goes first") {
    val policy = holding(facts(a -> ((1.0, 1.0, 1L)), b -> ((1.0, 1.0, 1L)), c -> ((1.0, 1.0, 1L))), a, c, b)
    assertEquals(policy.victims.toList, List(c, b, a))
  }

  test("cost and size weigh as much as reads") {
    val policy = holding(
      facts(a -> ((2.0, 100.0, 10L)), b -> ((1.0, 100.0, 10L)), c -> ((1.0, 100.0, 40L)), d -> ((1.0, 400.0, 10L))),
      a,
      b,
      c
    )
    assertEquals(policy.victims.toList, List(c, b, a))
    assert(policy.replaces(d, a))
  }

  test("a fifth more is not enough, a third more is") {
    val knowledge = facts(a -> ((1.0, 100.0, 1L)), b -> ((1.0, 120.0, 1L)), c -> ((1.0, 133.0, 1L)))
    val policy = holding(knowledge, a)
    assert(!policy.replaces(b, a))
    assert(policy.replaces(c, a))
  }

  test("blocks of unknown future count by their reads of late, and what is in memory is granted one more") {
    val policy = holding(
      facts(a -> ((Double.NaN, 1.0, 1L)), b -> ((3.0, 1.0, 1L)), c -> ((1.0, 1.0, 1L)), d -> ((Double.NaN, 1.0, 1L))),
      a,
      b,
      c
    )
    assertEquals(policy.victims.toList, List(c, a, b))
    (1 to 2).foreach(_ => policy.onRead(d))
    assert(!policy.replaces(d, a), "two reads against one and the one that may be due")
    assert(policy.replaces(d, c), "two reads of late against one read to come")
    policy.onRead(d)
    assert(policy.replaces(d, a))
    assert(!policy.replaces(d, b))
  }
}
