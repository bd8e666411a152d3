package okibi.bench.experiment.demo

import java.nio.file.Paths

import okibi.bench.benchmark.HeapSizes
import okibi.bench.runner.UsageException

import munit.FunSuite

class DemoPlanSuite extends FunSuite {
  private val options = DemoOptions(Nil, None, DemoScale.small, None, Set.empty, 1, Paths.get("out"), columns = 0, Nil)

  private def refusal(heap: String): String =
    intercept[UsageException](DemoPlan(options.copy(heap = Some(heap)))).getMessage

  test("the data are five times the storage memory of the heap, and the roomy heap holds them") {
    val plan = DemoPlan(options)
    assertEquals(plan.heap, "1g")
    assertEquals(plan.storageBytes, ((1024L - 300) * 1024 * 1024 * 0.6).toLong)
    assertEquals(plan.spillingBytes, plan.storageBytes * 5)
    assert(HeapSizes.storageBytes(plan.roomyHeapBytes) > plan.spillingBytes * 1.2)
    assert(plan.fittingBytes < plan.storageBytes)
  }

  test("sizes are read as people write them") {
    assertEquals(DemoPlan(options.copy(heap = Some("1536M"))).heapBytes, 1536L << 20)
    assertEquals(DemoPlan(options.copy(scale = DemoScale.tiny)).heap, "512m")
  }

  test("a heap that will not do is refused with what would") {
    assert(refusal("300m").contains("the least that works is 512m"), refusal("300m"))
    assert(refusal("99999g").contains("this machine has"), refusal("99999g"))
    assert(refusal("lots").contains("a size such as"), refusal("lots"))
  }

  test("an unknown experiment is refused with those there are") {
    val error =
      intercept[UsageException](Demo.run(options.copy(only = Set("sort")), new java.io.PrintWriter(System.out)))
    assert(error.getMessage.contains("Allowed: kmeans, filter, nopressure, lockwait, serializer"), error.getMessage)
  }
}
