package okibi.core.policy

import okibi.core.block.BlockKey

/** The promises of the default policy for jobs on which caches thrash. */
class ValuePolicySuite extends munit.FunSuite {
  private val partitions = 100
  private val passes = 12

  private def hitsByPass(trace: Trace, spec: PolicySpec, foreseen: Boolean, blocks: Int): Vector[Int] =
    new TraceReplay(trace, spec, foreseen, blocks * Trace.UnitBytes).run().hitsByStage

  for {
    foreseen <- Seq(true, false)
    jitter <- Seq(0, 16)
    (scan, rdds) <- Seq("a cyclic scan" -> Seq(1), "two RDDs scanned together" -> Seq(1, 2))
  } test(s"$scan hits as often as its capacity allows, jitter $jitter, ${if (foreseen) "foreseen" else "blind"}") {
    val trace = Trace.scans(rdds, partitions, passes, jitter)
    for (share <- Seq(0.2, 0.5, 0.75, 0.95)) {
      val room = (share * partitions * rdds.size).toInt
      assertEquals(hitsByPass(trace, ValuePolicy.spec, foreseen, room), 0 +: Vector.fill(passes - 1)(room))
    }
  }

  test("Spark's own rule thrashes on two RDDs that are scanned together") {
    val trace = Trace.scans(Seq(1, 2), partitions, passes)
    assertEquals(hitsByPass(trace, LruPolicy.spec, foreseen = true, partitions).sum, 0)
  }

  private val phases = Trace
    .scans(Seq(1), partitions, passes, jitter = 16) ++ Trace.scans(Seq(2), partitions, passes, jitter = 16, seed = 2)

  test("after a foreseen phase change, the second pass hits as often as the capacity allows") {
    val hits = hitsByPass(phases, ValuePolicy.spec, foreseen = true, 50).drop(passes)
    assertEquals(hits, 0 +: Vector.fill(passes - 1)(50))
  }

  test("after an unforeseen phase change, the hits recover in a few passes") {
    val hits = hitsByPass(phases, ValuePolicy.spec, foreseen = false, 50).drop(passes)
    assertEquals(hits.drop(6), Vector.fill(passes - 6)(50))
  }

  test("a scan in a new order each time keeps its blocks in memory") {
    val trace = Trace.scans(Seq(1), partitions, passes, jitter = partitions)
    assertEquals(hitsByPass(trace, ValuePolicy.spec, foreseen = true, 50), 0 +: Vector.fill(passes - 1)(50))
  }

  /** Knowledge of the expected reads, the reload time and the bytes of blocks. A higher partition is read later. */
  private def knowing(blocks: (BlockKey, (Double, Double, Long))*): GivenKnowledge = GivenKnowledge(
    expectedReads = blocks.map { case (block, (reads, _, _)) => block -> reads }.toMap,
    stages = blocks.collect { case (block, (reads, _, _)) if reads > 0 => block -> block.partition.toDouble }.toMap,
    reloads = blocks.map { case (block, (_, reloadNs, _)) => block -> reloadNs }.toMap,
    sizes = blocks.map { case (block, (_, _, bytes)) => block -> bytes }.toMap
  )

  private val a = BlockKey(1, 1)
  private val b = BlockKey(1, 2)
  private val c = BlockKey(2, 3)
  private val d = BlockKey(2, 4)

  test("a block without expected reads goes first, and any block with expected reads replaces it, in its own RDD too") {
    val knowledge = knowing(
      a -> ((5.0, 1.0, 9L)),
      b -> ((0.0, 900.0, 1L)),
      c -> ((2.0, 1.0, 9L)),
      d -> ((0.0, 1.0, 1L))
    )
    val policy = knowledge.policy(ValuePolicy.spec, a, b, c)
    assertEquals(policy.victims.toList, List(b, c, a))
    assert(policy.replaces(a, b) && policy.replaces(c, b))
    assert(!policy.replaces(d, b), "two blocks without expected reads are a tie")
  }

  test("among equal values, the block with the furthest next read goes first") {
    val knowledge = knowing(
      a -> ((1.0, 1.0, 1L)),
      b -> ((1.0, 1.0, 1L)),
      c -> ((1.0, 1.0, 1L))
    )
    val policy = knowledge.policy(ValuePolicy.spec, a, c, b)
    assertEquals(policy.victims.toList, List(c, b, a))
  }

  test("reload time and size weigh as much as reads") {
    val knowledge = knowing(
      a -> ((2.0, 100.0, 10L)),
      b -> ((1.0, 100.0, 10L)),
      c -> ((1.0, 100.0, 40L)),
      d -> ((1.0, 400.0, 10L))
    )
    val policy = knowledge.policy(ValuePolicy.spec, a, b, c)
    assertEquals(policy.victims.toList, List(c, b, a))
    assert(policy.replaces(d, a))
  }

  test("a fifth more value does not replace a block, a third more does") {
    val knowledge = knowing(a -> ((1.0, 100.0, 1L)), b -> ((1.0, 120.0, 1L)), c -> ((1.0, 133.0, 1L)))
    val policy = knowledge.policy(ValuePolicy.spec, a)
    assert(!policy.replaces(b, a))
    assert(policy.replaces(c, a))
  }

  test("blocks of unknown future count by their recent reads, and blocks in memory are granted one more") {
    val knowledge = knowing(
      a -> ((Double.NaN, 1.0, 1L)),
      b -> ((3.0, 1.0, 1L)),
      c -> ((1.0, 1.0, 1L)),
      d -> ((Double.NaN, 1.0, 1L))
    )
    val policy = knowledge.policy(ValuePolicy.spec, a, b, c)
    assertEquals(policy.victims.toList, List(c, a, b))
    (1 to 2).foreach(_ => policy.onRead(d))
    assert(!policy.replaces(d, a), "two reads against one read and the read that may be due")
    assert(policy.replaces(d, c), "two recent reads against one expected read")
    policy.onRead(d)
    assert(policy.replaces(d, a))
    assert(!policy.replaces(d, b))
  }
}
