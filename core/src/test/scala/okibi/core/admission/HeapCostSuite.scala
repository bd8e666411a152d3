package okibi.core.admission

class HeapCostSuite extends munit.FunSuite {
  private val capacity = 1000L
  private val heap = 3000L

  test("a first share of memory is filled whatever a block is worth") {
    assert(HeapCost.pays(usedBytes = 0, capacity, heap, bytes = 500, uses = 0.0, reloadNs = 1.0))
  }

  test("beyond it a block that is read back fast stays out, until it will be read often enough") {
    assert(!HeapCost.pays(usedBytes = 450, capacity, heap, bytes = 100, uses = 5.0, reloadNs = 50.0))
    assert(HeapCost.pays(usedBytes = 450, capacity, heap, bytes = 100, uses = 30.0, reloadNs = 50.0))
  }

  test("a slow disk or a dear class lets the heap fill at the first read to come, known or not") {
    assert(HeapCost.pays(usedBytes = 900, capacity, heap, bytes = 100, uses = 1.0, reloadNs = 2000.0))
    assert(HeapCost.pays(usedBytes = 900, capacity, heap, bytes = 100, uses = Double.NaN, reloadNs = 2000.0))
  }

  test("a block that will not be read again never pays") {
    assert(!HeapCost.pays(usedBytes = 900, capacity, heap, bytes = 100, uses = 0.0, reloadNs = 1e9))
  }

  test("storage memory that is a small part of the heap is filled: the collector has hardly more to do for it") {
    assert(HeapCost.pays(usedBytes = 900, capacity, heap = 10000, bytes = 100, uses = 0.0, reloadNs = 1.0))
    assert(!HeapCost.pays(usedBytes = 1150, capacity = 2000, heap = 10000, bytes = 100, uses = 1.0, reloadNs = 1.0))
  }
}
