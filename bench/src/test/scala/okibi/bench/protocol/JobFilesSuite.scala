package okibi.bench.protocol

import okibi.bench.fixture.TempFolder

import munit.FunSuite

class JobFilesSuite extends FunSuite with TempFolder {
  folder.test("a request and a result are read back unchanged from their files") { folder =>
    val request = JobRequest(
      Seq("spark.a" -> "x y"),
      ujson.Obj("n" -> 3, "input" -> ujson.Arr("p")),
      folder,
      Seq(JobRequest.Run(Nil, ujson.Obj("n" -> 1)), JobRequest.Run(Seq("spark.b" -> "z"), ujson.Obj("n" -> 3)))
    )
    request.write(folder.resolve("request"))
    assertEquals(JobRequest.read(folder.resolve("request"), Turns.free), request)

    val result = JobResult(1.25, ujson.Obj("count" -> 7), Map("gcMs" -> 3.0))
    JobResult.write(folder.resolve("result"), Seq(result, result.copy(seconds = 2)))
    assertEquals(JobResult.read(folder.resolve("result")), Seq(result, result.copy(seconds = 2)))
  }
}
