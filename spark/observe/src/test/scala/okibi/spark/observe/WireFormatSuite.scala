package okibi.spark.observe

import java.io.{ByteArrayOutputStream, IOException, ObjectOutputStream}
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

  test("the other messages come back as they were sent") {
    val messages =
      Seq(
        null,
        PlanReply(None, 7),
        NodeReport("1", "host", None),
        NodeReport("1", "h", Some("x" * 100000)),
        NodeAnswer(true, 5)
      )
    messages.foreach(message => assertEquals(WireFormat.decode(WireFormat.encode(message)), message: AnyRef))
  }

  test("bytes that are no message are refused, whatever they claim") {
    val plan = ReusePlan(3L, 9, Array.tabulate(20)(i => RddReuse(i, Array(9, 10), 2.5, 1.0, Array(5))))
    val sent = WireFormat.encode(PlanReply(Some(plan), 100))
    (0 until sent.length).foreach(length => intercept[IOException](WireFormat.decode(sent.take(length))))
    intercept[IOException](WireFormat.decode(sent :+ 0.toByte))
    // A count of two thousand million.
    intercept[IOException](WireFormat.decode(Array[Byte](1, 127, -1, -1, -1)))
    val written = new ByteArrayOutputStream
    new ObjectOutputStream(written).writeObject(new URL("file:/tmp"))
    intercept[IOException](WireFormat.decode(written.toByteArray))
  }

  test("no other object is a message") {
    intercept[IllegalArgumentException](WireFormat.encode("text"))
  }
}
