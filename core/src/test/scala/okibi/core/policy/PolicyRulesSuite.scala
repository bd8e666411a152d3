package okibi.core.policy

import okibi.core.block.BlockKey

/** What each policy does that the others do not. */
class PolicyRulesSuite extends munit.FunSuite {
  private val a = BlockKey(1, 0)
  private val b = BlockKey(1, 1)
  private val c = BlockKey(2, 0)
  private val d = BlockKey(2, 1)
  private val all = Seq(a, b, c, d)

  /** Equal blocks, except for what is given. */
  private def knowing(
      use: Map[BlockKey, Double] = Map.empty,
      stages: Map[BlockKey, Double] = Map.empty,
      reload: Map[BlockKey, Double] = Map.empty,
      compute: Map[BlockKey, Double] = Map.empty,
      size: Map[BlockKey, Long] = Map.empty,
      together: Map[BlockKey, Seq[BlockKey]] = Map.empty
  ): Knowledge = new Knowledge {
    override def uses(block: BlockKey): Double = use.getOrElse(block, Double.NaN)
    override def distance(block: BlockKey): Double = stages.getOrElse(block, Double.PositiveInfinity)
    override def reloadNs(block: BlockKey): Double = reload.getOrElse(block, 100.0)
    override def computeNs(block: BlockKey): Double = compute.getOrElse(block, 100.0)
    override def bytes(block: BlockKey): Long = size.getOrElse(block, 10L)
    override def peers(block: BlockKey): Seq[BlockKey] = together.getOrElse(block, Nil)
  }

  private def holding(spec: PolicySpec, knowledge: Knowledge, blocks: BlockKey*): Policy = {
    val policy = spec.make(knowledge)
    blocks.foreach { block =>
      policy.onRead(block)
      policy.onPut(block)
    }
    policy
  }
  private def read(policy: Policy, blocks: BlockKey*): Unit = blocks.foreach(policy.onRead)

  test("lru: what was read last goes last") {
    val policy = holding(LruPolicy.spec, knowing(), all: _*)
    read(policy, a, c)
    assertEquals(policy.victims.toList, List(b, d, a, c))
  }

  test("fifo: reads change nothing") {
    val policy = holding(FifoPolicy.spec, knowing(), all: _*)
    read(policy, a, c)
    assertEquals(policy.victims.toList, all.toList)
  }

  Seq(LruPolicy.spec, FifoPolicy.spec, GdsfPolicy.spec, SievePolicy.spec, S3FifoPolicy.spec).foreach { spec =>
    test(s"${spec.name}: only a block of another RDD takes a place") {
      val policy = holding(spec, knowing(), a)
      read(policy, b, b, b)
      assert(!policy.replaces(b, a))
      assert(policy.replaces(c, a))
    }
  }

  test("lrc: fewest reads to come go first, the one unread for longest among equals") {
    val policy = holding(LrcPolicy.spec, knowing(use = Map(a -> 3.0, b -> 1.0, c -> 1.0, d -> 2.0)), a, b, c)
    read(policy, b)
    assertEquals(policy.victims.toList, List(c, b, a))
    assert(policy.replaces(d, b) && policy.replaces(d, c) && !policy.replaces(d, a))
  }

  test("lrc: where the future is unknown, reads so far count, from the first on and outside memory too") {
    val policy = holding(LrcPolicy.spec, knowing(), a, b)
    read(policy, a, d)
    assert(!policy.replaces(d, b), "one read against one")
    read(policy, d)
    assert(policy.replaces(d, b) && !policy.replaces(d, a))
    assertEquals(policy.victims.toList, List(b, a))
  }

  test("lerc: reads count only while all that is read together is in memory") {
    val uses = all.map(_ -> 2.0).toMap
    val policy =
      holding(LercPolicy.spec, knowing(use = uses, together = Map(a -> Seq(c), c -> Seq(a), d -> Seq(b))), a, c, b)
    assert(policy.victims.toList.forall(victim => !policy.replaces(d, victim)), "equal counts")
    policy.onDrop(c)
    assertEquals(policy.victims.toList, List(a, b))
    assert(policy.replaces(d, a), "a lost its peer")
    policy.onDrop(b)
    assert(!policy.replaces(d, a), "now d has none either")
  }

  test("mrd: the furthest next read goes first, and what is never read again before it") {
    val policy = holding(MrdPolicy.spec, knowing(stages = Map(a -> 0.0, b -> 4.0, d -> 3.0)), a, b, c)
    assertEquals(policy.victims.toList, List(c, b, a))
    assert(policy.replaces(d, c) && policy.replaces(d, b) && !policy.replaces(d, a))
    assert(!policy.replaces(BlockKey(3, 0), c), "never and never is a tie")
  }

  test("wr: weight is reads to come x time to compute / bytes") {
    val knowledge =
      knowing(use = Map(a -> 1.0, b -> 2.0, c -> 1.0, d -> 1.0), compute = Map(c -> 500.0), size = Map(d -> 20L))
    val policy = holding(WrPolicy.spec, knowledge, all: _*)
    assertEquals(policy.victims.toList, List(d, a, b, c))
    assert(policy.replaces(c, b) && !policy.replaces(b, c))
  }

  test("gdsf: dear, small and often read blocks stay, and what is unread ages") {
    val policy = holding(GdsfPolicy.spec, knowing(reload = Map(a -> 300.0), size = Map(b -> 5L)), a, b, c)
    assertEquals(policy.victims.toList, List(c, b, a)) // 10, 20, 30
    policy.onDrop(c)
    (1 to 3).foreach { _ =>
      val first = policy.victims.next()
      policy.onDrop(first)
      policy.onPut(first)
    }
    policy.onPut(d)
    assertEquals(policy.victims.toList.last, b) // came in after the clock had gone up
  }

  test("gdsf: an unpersist does not age what stays") {
    val policy = holding(GdsfPolicy.spec, knowing(reload = Map(c -> 100000.0, a -> 200.0)), a, c)
    policy.onDrop(c)
    policy.onForget(2)
    policy.onPut(b)
    assertEquals(policy.victims.toList, List(b, a)) // 10 and 20: the clock is still at 0
  }

  test("sieve: the hand spares once what was read, where it stands") {
    val policy = holding(SievePolicy.spec, knowing(), all: _*)
    read(policy, a, c)
    assertEquals(policy.victims.toList, List(b, d, a, c))
    policy.onDrop(b)
    assertEquals(policy.victims.toList, List(d, a, c))
    policy.onDrop(d)
    assertEquals(policy.victims.toList, List(a, c), "both were spared once")
  }

  test("s3fifo: newcomers go before what was read twice while new, or came back") {
    val policy = holding(S3FifoPolicy.spec, knowing(), all: _*)
    policy.onDrop(a)
    policy.onRead(a)
    policy.onPut(a) // a ghost: to the main queue
    read(policy, c, c)
    assertEquals(policy.victims.toList, List(b, d, a, c))
  }

  test("s3fifo: the main queue gives second chances once the small queue is short") {
    val policy = holding(S3FifoPolicy.spec, knowing(), a, b, c)
    Seq(a, b, c).foreach { block =>
      policy.onDrop(block)
      policy.onPut(block)
    }
    read(policy, a, b)
    assertEquals(policy.victims.toList, List(c, a, b))
  }

  test("tinylfu: the least read of late goes first, and a newcomer needs more than one read over it") {
    val policy = holding(TinyLfuPolicy.spec, knowing(), a, b)
    read(policy, a, c, c)
    assertEquals(policy.victims.toList, List(b, a))
    assert(!policy.replaces(c, b), "two reads against one and the one that may be due")
    read(policy, c)
    assert(policy.replaces(c, b) && !policy.replaces(c, a))
  }
}
