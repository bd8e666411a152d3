package okibi.spark.index

import java.util.{Arrays, Collections}

import okibi.core.filter.{Hash64, MembershipBuilder}
import okibi.core.metric.IndexMetrics
import okibi.core.reason.Reason
import okibi.core.kit.WaitUntil

import scala.concurrent.duration._

class DriverIndexSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private def settings(driverBytes: Long): IndexSettings = IndexSettings("auto", 100, driverBytes, 0, 100)

  private def keysOf(partition: Int, count: Int): Range = partition * count until (partition + 1) * count

  private def filter(keys: Range): Array[Byte] = {
    val builder = new FilterBuilder[Int](settings(0), identity)
    keys.foreach(builder.add)
    builder.result().toOption.flatten.get
  }

  private def indexed(index: DriverIndex, partitions: Int): RddFilters = {
    val filters = new RddFilters(1, index)
    index.register(filters)
    filters.expect(partitions)
    filters
  }

  private def send(filters: RddFilters, partition: Int, filter: Array[Byte]): Unit =
    filters.receive(Collections.singletonList(FilterMessage.encode(FilterMessage(partition, Right(filter)))))

  private def probe(keys: Int*): KeyProbe = KeyProbe.of(keys.iterator).get

  private def usedHeap: Long = {
    val runtime = Runtime.getRuntime
    (1 to 3).map { _ =>
      System.gc()
      runtime.totalMemory - runtime.freeMemory
    }.min
  }

  test("100,000 partitions of 1,000 keys are told apart in 64 MB of heap") {
    val partitions = 100000
    val different = 100
    val index = new DriverIndex(settings(64L << 20))
    val filters = indexed(index, partitions)
    val samples = (0 until different).map(p => filter(keysOf(p, 1000)))
    val before = usedHeap
    (0 until partitions).foreach { p =>
      send(filters, p, samples(p % different))
      if (p % 100 == 0) filters.settle()
    }
    filters.settle()
    val took = usedHeap - before
    assert(took <= (64L << 20), s"$took bytes of heap")
    assert(index.heapBytes <= (64L << 20), s"${index.heapBytes} bytes in the books")
    assertEquals(filters.filters, partitions)
    Seq(0, 12345, 99999).foreach { key =>
      val kept = filters.ask(probe(key), partitions).get.kept
      assert((0 until partitions).filter(_ % different == key / 1000).forall(kept.get))
      assert(kept.cardinality < partitions / 5, s"${kept.cardinality} of $partitions are kept for $key")
    }
  }

  test("partitions whose filters do not fit are read") {
    val index = new DriverIndex(settings(4000))
    val filters = indexed(index, 100)
    (0 until 100).foreach(p => send(filters, p, filter(keysOf(p, 1000))))
    filters.settle()
    assert(index.heapBytes <= 4000, index.heapBytes.toString)
    val answer = filters.ask(probe(5), 100).get
    assert((0 until 100).forall(p => answer.tested.get(p) || answer.kept.get(p)))
  }

  test("without memory no filter is kept") {
    val index = new DriverIndex(settings(0))
    val filters = indexed(index, 10)
    send(filters, 0, filter(keysOf(0, 10)))
    assertEquals(filters.ask(probe(100), 10), None)
    assertEquals(index.heapBytes, 0L)
  }

  test("a second RDD gets its share of the memory that the first one took") {
    val index = new DriverIndex(settings(20000))
    val (one, two) = (indexed(index, 10), indexed(index, 10))
    Seq(one, two).foreach { filters =>
      (0 until 10).foreach(p => send(filters, p, filter(keysOf(p, 1000))))
      filters.settle()
    }
    assert(index.heapBytes <= 20000)
    assertEquals((one.filters, two.filters), (10, 10))
    one.close()
    assertEquals(index.heapBytes, two.heapBytes.get)
  }

  test("when the memory is far too small, the RDDs whose filters rule out least lose them, and say why") {
    val index = new DriverIndex(settings(40000))
    def full(rdd: Int): RddFilters = {
      val filters = new RddFilters(rdd, index)
      index.register(filters)
      filters.expect(10)
      (0 until 10).foreach(p => send(filters, p, filter(keysOf(p, 1000))))
      filters.settle()
      filters
    }
    val asked = full(0)
    (0 until 5).foreach(key => asked.ask(probe(key), 10))
    val never = (1 to 20).map(full)
    assertEquals((asked.filters, asked.notPruning), (10, None))
    val kept = never.count(_.notPruning.isEmpty)
    assert(kept >= 1 && kept < 20, s"$kept of 20 are kept")
    never.filter(_.notPruning.nonEmpty).foreach { filters =>
      assertEquals((filters.notPruning, filters.filters), (Option[Reason](Reason.NoRoom), 0))
    }
    assert(index.heapBytes <= 40000, index.heapBytes.toString)
    assert((asked +: never).map(_.heapBytes.get).sum == index.heapBytes)
  }

  test("a new filter replaces the old one") {
    val index = new DriverIndex(settings(1 << 20))
    val filters = indexed(index, 2)
    send(filters, 0, filter(0 until 10))
    filters.settle()
    val bytes = index.heapBytes
    send(filters, 0, filter(10 until 20))
    val kept = filters.ask(probe(5), 2).get.kept
    assert(!kept.get(0) && kept.get(1))
    assertEquals(index.heapBytes, bytes)
  }

  test("after close all memory is free, and late filters are refused") {
    val index = new DriverIndex(settings(1 << 20))
    val filters = indexed(index, 2)
    send(filters, 0, filter(0 until 10))
    filters.close()
    send(filters, 1, filter(0 until 10))
    filters.settle()
    assertEquals(index.heapBytes, 0L)
    assertEquals(filters.ask(probe(5), 2), None)
    filters.reopen()
    filters.expect(2)
    send(filters, 1, filter(0 until 10))
    assertEquals(filters.ask(probe(50), 2).get.kept.cardinality, 1)
  }

  test("an index that is garbage collected frees its memory") {
    val index = new DriverIndex(settings(1 << 20))
    send(indexed(index, 2), 0, filter(0 until 10))
    WaitUntil(s"the index takes no memory (${index.heapBytes} bytes)", 60) {
      System.gc()
      index.heapBytes == 0
    }
  }

  test("filters that rule out almost nothing are dropped; filters of clustered keys are not") {
    val index = new DriverIndex(settings(1 << 20))
    val (mixed, clustered) = (indexed(index, 4), indexed(index, 4))
    (0 until 4).foreach { p =>
      send(mixed, p, filter(0 until 100))
      send(clustered, p, filter(keysOf(p, 100)))
    }
    (0 until 100).foreach { key =>
      Seq(mixed, clustered).foreach(_.ask(probe(key), 4))
    }
    assertEquals(mixed.notPruning, Some(Reason.PassesAlways))
    assertEquals(clustered.notPruning, None)
    assertEquals(index.heapBytes, clustered.heapBytes.get)
  }

  test("a key of a class without a stable hash ends the index, and the reason names the class") {
    val builder = new FilterBuilder[AnyRef](settings(0), identity)
    assert(builder.add("a"))
    assert(!builder.add(new Array[Int](1)))
    assertEquals(builder.result().left.map(_.contains("[I")), Left(true))
    val filters = indexed(new DriverIndex(settings(1 << 20)), 2)
    filters.receive(Collections.singletonList(FilterMessage.encode(FilterMessage(0, Left("a key is of [I")))))
    assertEquals(filters.ask(probe(1), 2), None)
    assertEquals(filters.notPruning, Some(Reason.UnknownEquality))
  }

  test("a damaged filter is left out") {
    val index = new DriverIndex(settings(1 << 20))
    val filters = indexed(index, 2)
    send(filters, 0, Arrays.copyOf(filter(0 until 100), 50))
    assertEquals(filters.ask(probe(1), 2).get.tested.cardinality, 0)
  }

  test("Spark's filter has the size that 3 % false positives need") {
    val builder = new FilterBuilder[Int](settings(0).copy(filter = "bloom"), identity)
    (0 until 10000).foreach(builder.add)
    val bloom = builder.result().toOption.flatten.get
    assert(math.abs(bloom.length * 8 / 10000.0 - 7.3) < 0.2, s"${bloom.length} bytes")
    val decoded = PartitionFilter.membership(bloom)
    assert((0 until 10000).forall(key => decoded.mayContain(Hash64.ofLong(key.toLong))))
    assertEqualsDouble(decoded.falsePositiveRate, 0.03, 0.01)
  }

  test("exact filters have no false positives, and too many keys give no filter") {
    def built(keys: Int): Option[Array[Byte]] = {
      val builder = new FilterBuilder[Int](settings(0).copy(filter = "exact"), identity)
      (0 until keys).foreach(builder.add)
      builder.result().toOption.flatten
    }
    assert(PartitionFilter.membership(built(MembershipBuilder.tableKeys).get).falsePositiveRate < 1e-12)
    assertEquals(built(MembershipBuilder.tableKeys + 1), None)
  }

  test("filters and partitions are counted") {
    val index = new DriverIndex(settings(1 << 20))
    val filters = indexed(index, 2)
    send(filters, 0, filter(0 until 100))
    filters.ask(probe(1000), 2)
    assertEquals(index.value(IndexMetrics.filtersReceived), 1L)
    assertEquals(index.value(IndexMetrics.partitionsPruned), 1L)
    assertEquals(index.value(IndexMetrics.partitionsKept), 1L)
    assertEquals(index.value(IndexMetrics.indexBytes), index.heapBytes)
  }
}
