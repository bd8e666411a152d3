package okibi.spark.observe

import java.io.InvalidClassException
import java.net.URL

import okibi.core.reuse.{ReusePlan, RddReuse}

class WireFormatSuite extends munit.FunSuite {

  test("requests and replies come back as they were sent") {
    val request = PlanRequest("7", 42L, Map("memoryHits" -> 3L, "dropped" -> 1L))
    assertEquals(WireFormat.decode(WireFormat.encode(request)), request: AnyRef)
    val plan = ReusePlan(3L, 9, Array(RddReuse(4, Array(9, 10), 2.5, 1.0, Array(5))))
    WireFormat.decode(WireFormat.encode(PlanReply(Some(plan), 100))) match {
      case PlanReply(Some(back), 100) =>
        assertEquals(back.version, 3L)
        assertEquals(back.rdds.head.pending.toSeq, Seq(9, 10))
        assertEquals(back.rdds.head.peers.toSeq, Seq(5))
      case other => fail(other.toString)
    }
  }

  test("a message of another class is refused") {
    intercept[InvalidClassException](WireFormat.decode(WireFormat.encode(new URL("file:/tmp"))))
  }
}
