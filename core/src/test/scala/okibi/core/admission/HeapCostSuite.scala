package okibi.core.admission

class HeapCostSuite extends munit.FunSuite {
  private val capacity = 1000L

  test("a first share of memory is filled whatever a block is worth") {
    assert(HeapCost.pays(usedBytes = 0, capacity, bytes = 500, uses = 0.0, reloadNs = 1.0))
  }

  test("beyond it a block that is read back fast stays out, until it will be read often enough") {
    assert(!HeapCost.pays(usedBytes = 450, capacity, bytes = 100, uses = 5.0, reloadNs = 50.0))
    assert(HeapCost.pays(usedBytes = 450, capacity, bytes = 100, uses = 30.0, reloadNs = 50.0))
  }

  test("a slow disk or a dear class lets the heap fill at the first read to come, known or not") {
    assert(HeapCost.pays(usedBytes = 900, capacity, bytes = 100, uses = 1.0, reloadNs = 2000.0))
    assert(HeapCost.pays(usedBytes = 900, capacity, bytes = 100, uses = Double.NaN, reloadNs = 2000.0))
  }

  test("a block that will not be read again never pays") {
    assert(!HeapCost.pays(usedBytes = 900, capacity, bytes = 100, uses = 0.0, reloadNs = 1e9))
  }
}
