package okibi.bench.experiment.demo

import java.nio.file.Paths

import okibi.bench.benchmark.HeapSizes
import okibi.bench.runner.{RunOutput, UsageException}

import munit.FunSuite

class DemoPlanSuite extends FunSuite {
  private val options = DemoOptions(DemoScale.small, RunOutput(Paths.get("out")), seed = 1)

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

  test("a heap can be written in upper case and in other units") {
    assertEquals(DemoPlan(options.copy(heap = Some("1536M"))).heapBytes, 1536L << 20)
    assertEquals(DemoPlan(options.copy(scale = DemoScale.tiny)).heap, "512m")
  }

  test("a heap that cannot be used is refused with one that can") {
    assert(refusal("300m").contains("the smallest heap that works is 512m"), refusal("300m"))
    assert(refusal("99999g").contains("this machine has"), refusal("99999g"))
    assert(refusal("lots").contains("a size such as"), refusal("lots"))
  }

  test("an unknown experiment is refused with the known ones") {
    val error =
      intercept[UsageException](Demo.run(options.copy(only = Set("sort")), new java.io.PrintWriter(System.out)))
    assert(error.getMessage.contains("Allowed: kmeans, filter, nopressure, lockwait, serializer"), error.getMessage)
  }
}
