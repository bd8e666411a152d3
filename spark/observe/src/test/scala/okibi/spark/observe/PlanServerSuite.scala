package okibi.spark.observe

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}

import okibi.core.reuse.{Foreknowledge, JobShape, RddShape, StageShape}

final class PlanServerSuite extends munit.FunSuite {
  private def overTheWire(message: AnyRef): AnyRef = {
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(message)
    out.close()
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject()
  }

  private def ask(server: PlanServer, request: PlanRequest): PlanReply =
    overTheWire(server.receive(overTheWire(request))).asInstanceOf[PlanReply]

  private def knowledge: Foreknowledge = {
    val known = new Foreknowledge
    known.jobStarted(
      JobShape(0, Seq(new StageShape(3, "count", Nil, 2, Seq(RddShape(5, "map", Nil, persisted = true, 2)))))
    )
    known
  }

  test("an executor gets the plan once, and again when it has changed") {
    val known = knowledge
    val server = new PlanServer(known)
    val first = ask(server, PlanRequest("1", 0, Map.empty))
    assertEquals(first.plan.map(plan => (plan.stage, plan.rdds.map(_.rdd).toSeq)), Some((3, Seq(5))))
    val version = first.plan.fold(0L)(_.version)
    assertEquals(ask(server, PlanRequest("1", version, Map.empty)).plan.map(_.version), None)
    known.unpersisted(5)
    assertEquals(ask(server, PlanRequest("1", version, Map.empty)).plan.map(_.rdds.length), Some(0))
  }

  test("counters are the sums of the last counters of each executor, including those that are gone") {
    val server = new PlanServer(knowledge)
    ask(server, PlanRequest("1", 0, Map("dropped" -> 1L)))
    ask(server, PlanRequest("1", 0, Map("dropped" -> 5L)))
    ask(server, PlanRequest("2", 0, Map("dropped" -> 7L, "refused" -> 2L)))
    server.executorRemoved("2")
    server.executorRemoved("2")
    ask(server, PlanRequest("2", 0, Map("dropped" -> 8L, "refused" -> 2L)))
    assertEquals(server.counters, Map("dropped" -> 13L, "refused" -> 2L))
  }

  test("a gauge is the sum over executors that are alive, whenever the last message of the others comes") {
    val server = new PlanServer(knowledge)
    def says(executor: String, dropped: Long, bytes: Long): PlanReply =
      ask(server, PlanRequest(executor, 0, Map("dropped" -> dropped, "executorFilterBytes" -> bytes)))
    says("1", 1, 100)
    says("2", 2, 200)
    assertEquals(server.counters("executorFilterBytes"), 300L)
    server.executorRemoved("2")
    assertEquals(server.counters, Map("dropped" -> 3L, "executorFilterBytes" -> 100L))
    says("2", 4, 250)
    server.executorRemoved("3")
    says("3", 8, 500)
    assertEquals(server.counters, Map("dropped" -> 13L, "executorFilterBytes" -> 100L))
  }

  test("ten thousand executors ask two thousand times a second in all; a single executor may ask ten times a second") {
    val server = new PlanServer(knowledge)
    assertEquals(ask(server, PlanRequest("0", 0, Map.empty)).intervalMs, 100)
    for (n <- 1 until 10000) server.receive(PlanRequest(n.toString, 0, Map.empty))
    assertEquals(ask(server, PlanRequest("0", 0, Map.empty)).intervalMs, 5000)
  }

  test("if there are more executors than are remembered, no count is lost") {
    val server = new PlanServer(knowledge)
    val executors = PlanServer.maxExecutors + 100
    for (n <- 0 until executors)
      server.receive(PlanRequest(n.toString, 0, Map("dropped" -> 1L, "executorFilterBytes" -> 1L)))
    assertEquals(
      server.counters,
      Map("dropped" -> executors.toLong, "executorFilterBytes" -> PlanServer.maxExecutors.toLong)
    )
    val last = PlanRequest((executors - 1).toString, 0, Map.empty)
    assertEquals(ask(server, last).intervalMs, PlanServer.maxExecutors / PlanServer.asksPerMs)
  }

  test("a message for another receiver gets no answer") {
    assertEquals(new PlanServer(knowledge).receive("hello"), null)
  }
}
