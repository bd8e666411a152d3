package okibi.core.policy

import okibi.core.block.BlockKey

/** The rules in which policies differ. */
class PolicyRulesSuite extends munit.FunSuite {
  private val a = BlockKey(1, 0)
  private val b = BlockKey(1, 1)
  private val c = BlockKey(2, 0)
  private val d = BlockKey(2, 1)
  private val all = Seq(a, b, c, d)

  private def read(policy: Policy, blocks: BlockKey*): Unit = blocks.foreach(policy.onRead)

  test("lru: the block that was read last is evicted last") {
    val policy = GivenKnowledge().policy(LruPolicy.spec, all: _*)
    read(policy, a, c)
    assertEquals(policy.victims.toList, List(b, d, a, c))
  }

  test("fifo: reads change nothing") {
    val policy = GivenKnowledge().policy(FifoPolicy.spec, all: _*)
    read(policy, a, c)
    assertEquals(policy.victims.toList, all.toList)
  }

  Seq(LruPolicy.spec, FifoPolicy.spec, GdsfPolicy.spec, SievePolicy.spec, S3FifoPolicy.spec).foreach { spec =>
    test(s"${spec.name}: only a block of another RDD replaces a block") {
      val policy = GivenKnowledge().policy(spec, a)
      read(policy, b, b, b)
      assert(!policy.replaces(b, a))
      assert(policy.replaces(c, a))
    }
  }

  test("lrc: the block with the fewest expected reads goes first, among equals the block unread for longest") {
    val policy =
      GivenKnowledge(expectedReads = Map(a -> 3.0, b -> 1.0, c -> 1.0, d -> 2.0)).policy(LrcPolicy.spec, a, b, c)
    read(policy, b)
    assertEquals(policy.victims.toList, List(c, b, a))
    assert(policy.replaces(d, b) && policy.replaces(d, c) && !policy.replaces(d, a))
  }

  test("lrc: where the future is unknown, past reads count, from the first one on and outside memory too") {
    val policy = GivenKnowledge().policy(LrcPolicy.spec, a, b)
    read(policy, a, d)
    assert(!policy.replaces(d, b), "one read against one")
    read(policy, d)
    assert(policy.replaces(d, b) && !policy.replaces(d, a))
    assertEquals(policy.victims.toList, List(b, a))
  }

  test("lerc: reads count only while all blocks that are read together are in memory") {
    val uses = all.map(_ -> 2.0).toMap
    val policy =
      GivenKnowledge(expectedReads = uses, together = Map(a -> Seq(c), c -> Seq(a), d -> Seq(b)))
        .policy(LercPolicy.spec, a, c, b)
    assert(policy.victims.toList.forall(victim => !policy.replaces(d, victim)), "equal counts")
    policy.onDrop(c)
    assertEquals(policy.victims.toList, List(a, b))
    assert(policy.replaces(d, a), "a has lost its peer")
    policy.onDrop(b)
    assert(!policy.replaces(d, a), "d has lost its peer too")
  }

  test("mrd: the block with the furthest next read goes first, and a block without a next read before it") {
    val policy = GivenKnowledge(stages = Map(a -> 0.0, b -> 4.0, d -> 3.0)).policy(MrdPolicy.spec, a, b, c)
    assertEquals(policy.victims.toList, List(c, b, a))
    assert(policy.replaces(d, c) && policy.replaces(d, b) && !policy.replaces(d, a))
    assert(!policy.replaces(BlockKey(3, 0), c), "two blocks without a next read are a tie")
  }

  test("wr: the weight is expected reads x compute time / bytes") {
    val knowledge =
      GivenKnowledge(
        expectedReads = Map(a -> 1.0, b -> 2.0, c -> 1.0, d -> 1.0),
        computes = Map(c -> 500.0),
        sizes = Map(d -> 20L)
      )
    val policy = knowledge.policy(WrPolicy.spec, all: _*)
    assertEquals(policy.victims.toList, List(d, a, b, c))
    assert(policy.replaces(c, b) && !policy.replaces(b, c))
  }

  test("gdsf: costly, small and often read blocks stay, and unread blocks age") {
    val policy = GivenKnowledge(reloads = Map(a -> 300.0), sizes = Map(b -> 5L)).policy(GdsfPolicy.spec, a, b, c)
    assertEquals(policy.victims.toList, List(c, b, a)) // priorities 10, 20 and 30
    policy.onDrop(c)
    (1 to 3).foreach { _ =>
      val first = policy.victims.next()
      policy.onDrop(first)
      policy.onPut(first)
    }
    policy.onPut(d)
    assertEquals(policy.victims.toList.last, b) // entered after the clock had risen
  }

  test("gdsf: an unpersist does not age the other blocks") {
    val policy = GivenKnowledge(reloads = Map(c -> 100000.0, a -> 200.0)).policy(GdsfPolicy.spec, a, c)
    policy.onDrop(c)
    policy.onForget(2)
    policy.onPut(b)
    assertEquals(policy.victims.toList, List(b, a)) // priorities 10 and 20: the clock is still at 0
  }

  test("sieve: the hand spares a read block once, and the block keeps its place") {
    val policy = GivenKnowledge().policy(SievePolicy.spec, all: _*)
    read(policy, a, c)
    assertEquals(policy.victims.toList, List(b, d, a, c))
    policy.onDrop(b)
    assertEquals(policy.victims.toList, List(d, a, c))
    policy.onDrop(d)
    assertEquals(policy.victims.toList, List(a, c), "both were spared once")
  }

  test("s3fifo: newcomers go before blocks that were read twice while new, and before blocks that returned") {
    val policy = GivenKnowledge().policy(S3FifoPolicy.spec, all: _*)
    policy.onDrop(a)
    policy.onRead(a)
    policy.onPut(a) // a ghost enters the main queue
    read(policy, c, c)
    assertEquals(policy.victims.toList, List(b, d, a, c))
  }

  test("s3fifo: the main queue grants second chances once the small queue is short") {
    val policy = GivenKnowledge().policy(S3FifoPolicy.spec, a, b, c)
    Seq(a, b, c).foreach { block =>
      policy.onDrop(block)
      policy.onPut(block)
    }
    read(policy, a, b)
    assertEquals(policy.victims.toList, List(c, a, b))
  }

  test("tinylfu: the block with the fewest recent reads goes first, and a newcomer needs more than one read on top") {
    val policy = GivenKnowledge().policy(TinyLfuPolicy.spec, a, b)
    read(policy, a, c, c)
    assertEquals(policy.victims.toList, List(b, a))
    assert(!policy.replaces(c, b), "two reads against one read and the read that may be due")
    read(policy, c)
    assert(policy.replaces(c, b) && !policy.replaces(c, a))
  }
}
