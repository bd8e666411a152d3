package okibi.bench.experiment.primitives

import munit.FunSuite

class OneCoreSuite extends FunSuite {
  test("the last core that a process may use is found in every form of the kernel's list") {
    def core(list: String): Option[Int] =
      OneCore.lastCore(s"Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t$list\nMems_allowed_list:\t0\n")
    assertEquals(Seq("0-1", "5", "0,2-3,7", "0-3,6-7", "").map(core), Seq(Some(1), Some(5), Some(7), Some(7), None))
  }
}
