package okibi.cli

import scala.concurrent.duration._

import okibi.bench.Benchmarks
import okibi.cli.fixture.{CommandLine, TestFolder}
import okibi.core.docs.Declarations
import okibi.core.policy.Policies

import munit.FunSuite

class MainSuite extends FunSuite with TestFolder with CommandLine {
  override val munitTimeout: Duration = 5.minutes

  private def refusal(args: String*): String = {
    val (exitCode, out, err) = okibi(args: _*)
    assertEquals((exitCode, out), (2, ""), err)
    assertEquals(err.linesIterator.size, 1, err)
    err.trim
  }

  test("wrong usage is exit code 2 and one line with the remedy") {
    assertEquals(
      refusal(),
      "okibi: no command given. Allowed: run, explain, probe, policies, conf, demo, bench, test. See ./okibi --help."
    )
    assertEquals(
      refusal("demoo", "--runs", "1"),
      "okibi: demoo: no such command. Allowed: run, explain, probe, policies, conf, demo, bench, test. See ./okibi " +
        "--help."
    )
    assertEquals(
      refusal("conf", "--foo", "1"),
      "okibi conf: --foo: no such option. Allowed: --debug, --help, --version. See ./okibi conf --help."
    )
    assertEquals(
      refusal("test", "extra"),
      "okibi test: extra: no argument is allowed, only options. See ./okibi test --help."
    )
    assert(refusal("demo", "--scale", "huge").contains("Allowed: tiny, small"), refusal("demo", "--scale", "huge"))
    assert(refusal("demo", "--heap", "200m").contains("too small"), refusal("demo", "--heap", "200m"))
    assertEquals(
      refusal("bench"),
      s"okibi bench: no experiment given. Allowed: ${Benchmarks.allowed}. See ./okibi bench --help."
    )
    assertEquals(
      refusal("bench", "sort"),
      s"okibi bench: sort: no such experiment. Allowed: ${Benchmarks.allowed}. See ./okibi bench --help."
    )
    assert(
      refusal("bench", "tpch", "--scale", "huge").contains("--scale huge: no such scale. Allowed: tiny, small, paper")
    )
    assert(refusal("bench", "tpch", "--queries", "23").contains("--queries 23: no such query"))
    assertEquals(
      refusal("bench", "filter", "tpch"),
      "okibi bench: tpch: one argument too many. Allowed: NAME. See ./okibi bench --help."
    )
    assertEquals(
      refusal("bench", "compare", "a"),
      "okibi bench compare: B/result.json: missing. Allowed: A/result.json B/result.json. See ./okibi bench compare " +
        "--help."
    )
    assert(refusal("bench", "all", "--only", "paper").contains("--only: not together with all"))
    assert(refusal("run").contains("no application given"), refusal("run"))
  }

  test("an invalid value of an option is refused with the allowed values") {
    Seq("x", "0", "-3", "1.5", "").foreach { runs =>
      assertEquals(
        refusal("demo", s"--runs=$runs"),
        s"okibi demo: --runs $runs: allowed is a whole number of at least 1. See ./okibi demo --help."
      )
    }
    assertEquals(
      refusal("demo", "--seed", "x"),
      "okibi demo: --seed x: allowed is a whole number of 64 bits. See ./okibi demo --help."
    )
    assertEquals(
      refusal("demo", "--debug=x"),
      "okibi demo: --debug x: allowed is --debug alone. See ./okibi demo --help."
    )
    assertEquals(
      refusal("demo", "--out"),
      "okibi demo: --out: got no value. Allowed is --out DIR. See ./okibi demo --help."
    )
    assertEquals(
      refusal("demo", "--runs", "1", "--runs", "2"),
      "okibi demo: --runs: given more than once. Allowed is once. See ./okibi demo --help."
    )
  }

  test("missing input is exit code 2 with the path and the reason") {
    assert(
      refusal("demo", "--input", "/no/such/file").startsWith(
        "okibi demo: --input /no/such/file: no such file or folder"
      )
    )
  }

  folder.test("a directory that cannot be measured is exit code 2 with the reason, before anything runs") { folder =>
    assert(
      refusal("probe", "--dir", "/no/such/directory").startsWith(
        "okibi probe: --dir /no/such/directory: no such directory"
      )
    )
    val twice =
      refusal("bench", "devices", "--scale", "tiny", "--dir", folder.toString, "--dir", folder.getParent.toString)
    assert(twice.contains(s"--dir ${folder.getParent}: on the same device as $folder"), twice)
    assert(refusal("bench", "tpch", "--dir", "/tmp").contains("--dir: tpch compares no directories"))
    assert(
      refusal("bench", "persist", "--simulate-device", "floppy").contains(
        "--simulate-device floppy: no such device. Allowed: hdd"
      )
    )
  }

  test("a stack trace is shown with --debug only") {
    val (exitCode, _, err) = okibi("demo", "--heap", "200m", "--debug")
    assertEquals(exitCode, 2)
    assert(err.contains("\tat okibi.bench.experiment.demo.DemoPlan"), err)
  }

  test("every command has help") {
    Seq(
      Seq("--help"),
      Seq("demo", "--help"),
      Seq("bench", "--help"),
      Seq("bench", "compare", "--help"),
      Seq("probe", "--help"),
      Seq("test", "--help"),
      Seq("run", "--help"),
      Seq("policies", "--help"),
      Seq("conf", "--help")
    )
      .foreach { args =>
        val (exitCode, out, _) = okibi(args: _*)
        assertEquals(exitCode, 0)
        assert(out.startsWith("Usage: okibi"), out)
      }
  }

  test("the version names Spark") {
    val (exitCode, out, _) = okibi("--version")
    assertEquals(exitCode, 0)
    assert(out.contains(s"Spark ${org.apache.spark.SPARK_VERSION}"), out)
  }

  test("policies and conf list everything that is declared") {
    val policies = okibi("policies")._2
    Policies.all.foreach(policy => assert(policies.contains(policy.rule), policy.name))
    assert(policies.linesIterator.contains(s"${Policies.default.name} *"), policies)
    val conf = okibi("conf")._2
    Declarations.conf
      .flatMap(_.declared)
      .foreach(entry => assert(conf.contains(s"${entry.key} = ${entry.defaultText}"), entry.key))
  }

  test("bench list names every experiment") {
    val (exitCode, out, _) = okibi("bench", "list")
    assertEquals(exitCode, 0)
    Benchmarks.all.foreach(benchmark => assert(out.linesIterator.exists(_.startsWith(s"${benchmark.name}: ")), out))
  }
}
