package okibi.explain.wording

import munit.FunSuite

class WordingSuite extends FunSuite {
  test("nouns follow their numbers") {
    assertEquals(
      Seq(0L, 1L, 2L, 1824L).map(Wording.count(_, "task")),
      Seq("0 tasks", "1 task", "2 tasks", "1,824 tasks")
    )
    assertEquals(Seq(1L, 2L).map(Wording.count(_, "event is", "events are")), Seq("1 event is", "2 events are"))
  }

  test("long lists are cut") {
    assertEquals(Wording.list(Nil), "")
    assertEquals(Wording.stages(Seq(3)), "stage 3")
    assertEquals(Wording.stages(1 to 5), "stages 1, 2, 3, 4, 5")
    assertEquals(Wording.stages(1 to 6), "stages 1, 2, 3, 4, 5, ...")
  }
}
