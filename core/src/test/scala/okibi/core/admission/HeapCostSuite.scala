package okibi.core.admission

class HeapCostSuite extends munit.FunSuite {
  private val heapBytes = 3000L

  private def enters(
      usedBytes: Long,
      bytes: Long,
      uses: Double,
      reloadNs: Double,
      capacityBytes: Long = 1000,
      heap: Long = heapBytes
  ): Boolean =
    HeapCost.isFree(StorageMemory(capacityBytes, capacityBytes - usedBytes, promisedBytes = 0), heap, bytes) ||
      HeapCost.pays(bytes, uses, reloadNs)

  test("a first share of memory is filled whatever a block is worth") {
    assert(enters(usedBytes = 0, bytes = 500, uses = 0.0, reloadNs = 1.0))
  }

  test("beyond that share a block that is read back fast stays out, until it will be read often enough") {
    assert(!enters(usedBytes = 450, bytes = 100, uses = 5.0, reloadNs = 50.0))
    assert(enters(usedBytes = 450, bytes = 100, uses = 30.0, reloadNs = 50.0))
  }

  test("with a slow disk or an expensive class one read to come is enough, known or not") {
    assert(enters(usedBytes = 900, bytes = 100, uses = 1.0, reloadNs = 2000.0))
    assert(enters(usedBytes = 900, bytes = 100, uses = Double.NaN, reloadNs = 2000.0))
  }

  test("a block that will not be read again never pays") {
    assert(!enters(usedBytes = 900, bytes = 100, uses = 0.0, reloadNs = 1e9))
  }

  test("storage memory that is a small part of the heap is filled: it hardly adds to the collector's work") {
    assert(enters(usedBytes = 900, bytes = 100, uses = 0.0, reloadNs = 1.0, heap = 10000))
    assert(!enters(usedBytes = 1150, bytes = 100, uses = 1.0, reloadNs = 1.0, capacityBytes = 2000, heap = 10000))
  }
}
