package okibi.core.advice

final class LevelAdviceSuite extends munit.FunSuite {
  private val second = 1000000000L
  private val megabyte = 1L << 20

  /** 100 partitions of 100 MB as objects and 50 MB serialised: 2 s to compute, 0.1 s to deserialise, 0.05 s to read. */
  private val sample = LevelSample(
    sampled = 2,
    partitions = 100,
    costs = SampledCosts(
      computeNs = 4 * second,
      serializeNs = second / 5,
      deserializeNs = second / 5,
      memoryBytes = 200 * megabyte,
      serializedBytes = 100 * megabyte
    ),
    expectedReads = 10,
    cluster = ClusterCapacity(
      storageBytes = 20000 * megabyte,
      diskReadNsPerByte = 1.0,
      diskWriteNsPerByte = 2.0,
      cores = 10
    )
  )

  private val fastToCompute = sample.costs.copy(computeNs = second / 10)

  private def withStorage(megabytes: Long): ClusterCapacity = sample.cluster.copy(storageBytes = megabytes * megabyte)

  private def level(sample: LevelSample): Level = LevelAdvice.of(sample).level

  test("an RDD that is used once is not stored") {
    assertEquals(level(sample.copy(expectedReads = 1)), Level.None: Level)
  }

  test("an RDD that is faster to compute than to read is not stored when memory has no room") {
    assertEquals(level(sample.copy(costs = fastToCompute, cluster = withStorage(0))), Level.None: Level)
  }

  test("an RDD that fits in memory is stored there as objects") {
    assertEquals(level(sample), Level.MemoryOnly: Level)
  }

  test("an RDD that fits in part and is slow to compute spills to disk") {
    val costs = sample.costs.copy(deserializeNs = 2 * second, serializedBytes = 190 * megabyte)
    assertEquals(level(sample.copy(costs = costs, cluster = withStorage(8000))), Level.MemoryAndDisk: Level)
  }

  test("an RDD that fits in part and is fast to compute is recomputed for the rest") {
    assertEquals(level(sample.copy(costs = fastToCompute, cluster = withStorage(5000))), Level.MemoryOnly: Level)
  }

  test("an RDD that fits in serialised form, on a slow disk and with a fast serializer, is stored serialised") {
    val slowDisk = withStorage(5000).copy(diskReadNsPerByte = 50)
    val costs = sample.costs.copy(deserializeNs = second / 50)
    assertEquals(level(sample.copy(costs = costs, cluster = slowDisk)), Level.MemoryAndDiskSer: Level)
  }

  test("an RDD that hardly fits in memory goes to disk alone") {
    assertEquals(level(sample.copy(cluster = withStorage(0))), Level.DiskOnly: Level)
  }

  test("the advice lists every level with its time, the shortest first") {
    val advice = LevelAdvice.of(sample)
    assertEquals(advice.candidates.map(_.level).toSet, Level.all.toSet)
    assertEquals(advice.candidates.head.level, advice.level)
    val times = advice.candidates.map(time => time.level -> time.seconds).toMap
    // 100 partitions of 2 s on 10 cores, ten uses.
    assert(math.abs(times(Level.None) - 200) < 1e-9)
    assert(math.abs(times(Level.MemoryOnly) - 20) < 1e-9)
    // One computation, 0.1 s to serialise and 50 MB at 2 ns a byte; then nine times 50 MB at 1 ns a byte and 0.1 s.
    val io = 50.0 * megabyte / 1e9
    assert(math.abs(times(Level.DiskOnly) - (2 + 0.1 + 2 * io + 9 * (io + 0.1)) * 10) < 1e-9)
  }

  test("the reason names the cause and the figures") {
    val fastDisk = withStorage(4000).copy(diskReadNsPerByte = 0.5)
    assertEquals(
      LevelAdvice.of(sample.copy(cluster = fastDisk)).reason,
      "MEMORY_AND_DISK, because 40 % of the RDD fits in memory as objects, " +
        "and reading the rest from disk is faster than recomputing it. " +
        "Figures for the whole RDD, measured on 2 of 100 partitions: " +
        "10000 MB as objects, 5000 MB serialised, 4000 MB of storage memory; " +
        "on one core, computing takes 200 s, serialising 10 s, deserialising 10 s, " +
        "writing to disk 10.5 s, reading from disk 2.6 s. " +
        "Predicted times for 10 uses on 10 cores: MEMORY_AND_DISK 28.0 s, MEMORY_AND_DISK_SER 30.7 s, " +
        "DISK_ONLY 33.4 s, MEMORY_ONLY 128 s, NONE 200 s."
    )
  }

  test("a sample without partitions is refused, with the allowed values in the message") {
    val error = intercept[IllegalArgumentException](sample.copy(sampled = 0))
    assert(error.getMessage.contains("got 0 sampled of 100 partitions"), error.getMessage)
  }
}
