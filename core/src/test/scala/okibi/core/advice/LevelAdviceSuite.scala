package okibi.core.advice

final class LevelAdviceSuite extends munit.FunSuite {
  private val second = 1000000000L
  private val megabyte = 1L << 20

  /** 100 partitions of 100 MB as objects and 50 MB serialised: 2 s to compute, 0.1 s to deserialise, 0.05 s to read. */
  private val sample = LevelSample(
    sampled = 2,
    partitions = 100,
    computeNs = 4 * second,
    serializeNs = second / 5,
    deserializeNs = second / 5,
    memoryBytes = 200 * megabyte,
    serializedBytes = 100 * megabyte,
    expectedReads = 10,
    storageBytes = 20000 * megabyte,
    diskReadNsPerByte = 1.0,
    diskWriteNsPerByte = 2.0,
    cores = 10
  )

  private def level(sample: LevelSample): Level = LevelAdvice.of(sample).level

  test("what is used once is not kept") {
    assertEquals(level(sample.copy(expectedReads = 1)), Level.None: Level)
  }

  test("what is computed faster than read is not kept when memory has no room") {
    assertEquals(level(sample.copy(computeNs = second / 10, storageBytes = 0)), Level.None: Level)
  }

  test("what fits in memory is kept there as objects") {
    assertEquals(level(sample), Level.MemoryOnly: Level)
  }

  test("what fits in part and is dear to compute spills to disk") {
    val half = sample.copy(storageBytes = 8000 * megabyte, deserializeNs = 2 * second, serializedBytes = 190 * megabyte)
    assertEquals(level(half), Level.MemoryAndDisk: Level)
  }

  test("what fits in part and is cheap to compute is computed anew for the rest") {
    assertEquals(level(sample.copy(storageBytes = 5000 * megabyte, computeNs = second / 10)), Level.MemoryOnly: Level)
  }

  test("what fits serialised, on a slow disk and with a fast serializer, is kept serialised") {
    val slow = sample.copy(storageBytes = 5000 * megabyte, diskReadNsPerByte = 50, deserializeNs = second / 50)
    assertEquals(level(slow), Level.MemoryAndDiskSer: Level)
  }

  test("what hardly fits goes to disk alone") {
    assertEquals(level(sample.copy(storageBytes = 0)), Level.DiskOnly: Level)
  }

  test("the result has every level with its time, the best first") {
    val advice = LevelAdvice.of(sample)
    assertEquals(advice.candidates.map(_.level).toSet, Level.all.toSet)
    assertEquals(advice.candidates.head.level, advice.level)
    val times = advice.candidates.map(time => time.level -> time.seconds).toMap
    // 100 partitions of 2 s on 10 cores, ten times.
    assert(math.abs(times(Level.None) - 200) < 1e-9)
    assert(math.abs(times(Level.MemoryOnly) - 20) < 1e-9)
    // The same once, then 0.1 s to serialise and 50 MB at 2 ns a byte, then nine times 50 MB at 1 ns and 0.1 s.
    val io = 50.0 * megabyte / 1e9
    assert(math.abs(times(Level.DiskOnly) - (2 + 0.1 + 2 * io + 9 * (io + 0.1)) * 10) < 1e-9)
  }

  test("the reason says why and shows the figures") {
    assertEquals(
      LevelAdvice.of(sample.copy(storageBytes = 4000 * megabyte, diskReadNsPerByte = 0.5)).reason,
      "MEMORY_AND_DISK, because 40 % of it fits in memory as objects, and reading the rest from disk is faster than computing it anew. " +
        "Measured on 2 of 100 partitions, for the whole RDD: 10000 MB as objects, 5000 MB serialised, 4000 MB of storage memory; " +
        "computing takes 200 s of one core, serialising 10 s, deserialising 10 s, writing to disk 10.5 s, reading from disk 2.6 s. " +
        "Predicted for 10 uses on 10 cores: MEMORY_AND_DISK 28.0 s, MEMORY_AND_DISK_SER 30.7 s, DISK_ONLY 33.4 s, MEMORY_ONLY 128 s, NONE 200 s."
    )
  }

  test("a sample of nothing is refused with what is allowed") {
    val error = intercept[IllegalArgumentException](sample.copy(sampled = 0))
    assert(error.getMessage.contains("got 0 sampled of 100 partitions"), error.getMessage)
  }
}
