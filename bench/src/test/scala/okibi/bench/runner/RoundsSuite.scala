package okibi.bench.runner

import java.io.File
import java.nio.file.{Files, Path, Paths}

import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._

import okibi.bench.fixture.{
  CountingJob,
  CrashingJob,
  EchoJob,
  EndlessJob,
  HungryJob,
  PhasesJob,
  ScriptedJob,
  SilentJob,
  TempFolder
}
import okibi.bench.protocol.Job

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class RoundsSuite extends FunSuite with TempFolder {
  // Generous: a busy machine is slow, but not wrong.
  override val munitTimeout: Duration = 5.minutes

  private final class RecordedProgress extends Progress {
    val begun = ArrayBuffer.empty[String]
    override def begin(what: String): Unit = begun += what
    override def end(outcome: String): Unit = ()
    override def addSteps(steps: Int): Unit = ()
    override def close(): Unit = ()
  }

  private def variant(name: String, job: Job, conf: (String, String)*): Variant =
    Variant(name, job.mainClass, ujson.Obj("n" -> 42), "64m", conf)

  private def run(folder: Path, runs: Int, variants: Variant*): (Seq[ResultRow], Seq[String]) =
    run(folder, Experiment("test", "", variants, runs))

  private def run(
      folder: Path,
      experiment: Experiment,
      steadyWithin: FiniteDuration = Duration.Zero
  ): (Seq[ResultRow], Seq[String]) = {
    val progress = new RecordedProgress
    val scope = new RunScope(folder)
    try {
      val rows =
        new Rounds(new ChildLauncher(scope, folder.resolve("logs"), brief = true), progress, steadyWithin)
          .run(experiment)
      (rows, progress.begun.toSeq)
    } finally scope.close()
  }

  folder.test("variants take turns, every other round backwards, and counted variants run once at the end") { folder =>
    val counting = variant("c", EchoJob).copy(role = VariantRole.CountedOnce)
    val (rows, begun) = run(folder, 2, variant("a", EchoJob), counting, variant("b", EchoJob, "seconds" -> "2.5"))
    assertEquals(begun, Seq("a, run 1", "b, run 1", "b, run 2", "a, run 2", "c, run 1").map("test: " + _))
    assertEquals(rows.map(_.seconds), Seq(Seq(1.0, 1.0), Seq(1.0), Seq(2.5, 2.5)))
    assert(rows.forall(_.answer.contains(ujson.Num(42))))
    assert(rows.forall(_.metrics("maxHeap") <= (64 << 20)))
  }

  folder.test("variants counted in each round run after the timed ones, and have the figures of all rounds") { folder =>
    val counting = Seq("c", "d").map(name => variant(name, EchoJob).copy(role = VariantRole.CountedEachRound))
    val experiment = Experiment("test", "", variant("a", EchoJob) +: counting, runs = 2)
    val (rows, begun) = run(folder, experiment)
    assertEquals(begun, Seq("a, run 1", "c, run 1", "d, run 1", "a, run 2", "d, run 2", "c, run 2").map("test: " + _))
    assertEquals(begun.size, experiment.steps)
    assert(rows.forall(_.metricRuns("maxHeap").size == 2), rows.map(_.metricRuns))
  }

  folder.test("of the ways of a contest each runs once, and the fastest runs in the rounds under the contest's name") {
    folder =>
      def way(name: String, seconds: String): Variant = variant(name, EchoJob, "seconds" -> seconds)
      val contest = Contest(
        "winner",
        first = Seq(way("slow", "3"), way("fast", "2"), variant("broken", CrashingJob)),
        second = fastest => Seq(fastest.copy(name = s"${fastest.name}er", conf = Seq("seconds" -> "1.5")))
      )
      val experiment = Experiment("test", "", Seq(variant("a", EchoJob)), runs = 2, contest = Some(contest))
      val (rows, begun) = run(folder, experiment)
      val heats = Seq("slow, run 1", "fast, run 1", "broken, run 1", "faster, run 1")
      val rounds = Seq("winner, run 1", "a, run 1", "a, run 2", "winner, run 2")
      assertEquals(begun, (heats ++ rounds).map("test: " + _))
      assertEquals(rows.map(_.variant.name), Seq("winner", "a", "slow", "fast", "broken", "faster"))
      assertEquals(rows.map(_.seconds), Seq(Seq(1.5, 1.5), Seq(1.0, 1.0), Seq(3.0), Seq(2.0), Nil, Seq(1.5)))
      assertEquals(rows.head.variant.conf, Seq("seconds" -> "1.5"))
      assertEquals(rows.map(_.variant.isTimed), Seq(true, true, false, false, false, false))
      assertEquals(ExperimentResult(experiment, rows, Nil).errors, Nil)
  }

  folder.test("a contest in which every way fails gives a variant that failed, and the others run all the same") {
    folder =>
      val contest = Contest("winner", Seq(variant("broken", CrashingJob)), fastest => Seq(fastest))
      val experiment = Experiment("test", "", Seq(variant("a", EchoJob)), runs = 1, contest = Some(contest))
      val (rows, _) = run(folder, experiment)
      assertEquals(rows.map(_.variant.name), Seq("winner", "a", "broken"))
      val errors = ExperimentResult(experiment, rows, Nil).errors
      assert(errors.size == 1 && errors.head.startsWith("test: winner failed: none of 1 ways ended"), errors)
      assertEquals(rows(1).seconds, Seq(1.0))
  }

  folder.test(
    "children that take turns run a phase each, every other turn backwards, and a crash does not affect the others"
  ) { folder =>
    val variants = Seq(variant("a", PhasesJob), variant("b", PhasesJob, "crash" -> "yes"), variant("c", PhasesJob))
    val (rows, begun) = run(folder, Experiment("test", "", variants, runs = 1, jvmUse = JvmUse.InTurns(_ => 2)))
    assertEquals(begun, Seq("a", "b", "c", "c", "b", "a").map(name => s"test: $name, run 1"))
    assertEquals(rows.map(_.failure.isDefined), Seq(false, true, false))
    assert(rows(1).failure.exists(_.contains("halfway")), rows(1).failure)
    assert(rows.head.metrics.keySet == Set("firstSeconds", "secondSeconds"), rows.head.metrics)
  }

  folder.test(
    "all runs of a variant are in one warm JVM, in turn with the others, every other round backwards; warm-up runs " +
      "are lighter " +
      "and do not count"
  ) { folder =>
    val variants = Seq(variant("a", CountingJob), variant("b", CountingJob, "crash" -> "2"), variant("c", CountingJob))
    val (rows, begun) = run(
      folder,
      Experiment("test", "", variants, runs = 2, jvmUse = JvmUse.Warm(warmUps = 1, lighter = _ => ujson.Obj("n" -> 2)))
    )
    assertEquals(
      begun,
      (Seq("a", "b", "c").map(_ + ", warming up") ++ Seq("c, run 1", "b, run 1", "a, run 1", "a, run 2", "c, run 2"))
        .map("test: " + _)
    )
    assertEquals(rows.map(_.seconds), Seq(Seq(44.0, 86.0), Nil, Seq(44.0, 86.0)))
    assertEquals(rows.map(_.answer), Seq(Some(ujson.Num(42)), None, Some(ujson.Num(42))))
    assert(rows(1).failure.exists(_.contains("crash in run 2")), rows(1).failure)
  }

  folder.test(
    "variants without the plugin share one JVM and those with it another; after a crash, the others of that JVM " +
      "begin again"
  ) { folder =>
    val variants = Seq(
      variant("a", CountingJob),
      variant("b", CountingJob, "crash" -> "4"),
      variant("c", CountingJob),
      variant("p", CountingJob, "spark.plugins" -> "x")
    )
    val experiment = Experiment(
      "test",
      "",
      variants,
      runs = 2,
      jvmUse = JvmUse.Warm(warmUps = 2, shared = true, lighter = _ => ujson.Obj("n" -> 2))
    )
    val (rows, begun) = run(folder, experiment)
    val first = Seq(
      "a, warming up",
      "p, warming up",
      "p, warming up",
      "b, warming up",
      "a, run 1",
      "b, run 1",
      "p, run 1",
      "p, run 2"
    )
    val again = Seq("a, warming up", "c, warming up", "a, run 1", "c, run 1", "c, run 2", "a, run 2")
    assertEquals(begun, (first ++ again).map("test: " + _))
    assertEquals(rows.map(_.seconds), Seq(Seq(46.0, 172.0), Nil, Seq(88.0, 130.0), Seq(46.0, 88.0)))
    assert(rows(1).failure.exists(_.contains("crash in run 4")), rows(1).failure)
    assertEquals(rows.head.metricRuns("doubled"), Seq(92.0, 344.0))
    assertEquals(experiment.steps, 12)
  }

  folder.test(
    "rounds go on until every variant is steady; the rounds before do not count, and the JVMs end early"
  ) { folder =>
    val variants = Seq(
      variant("a", ScriptedJob, "seconds" -> "4.85,3.21,2.82,2.75,2.78,9,9,9"),
      variant("b", ScriptedJob, "seconds" -> "1,1,1,1,1,9,9,9")
    )
    val (rows, begun) =
      run(folder, Experiment("test", "", variants, runs = 3, jvmUse = JvmUse.Warm(warmUps = 1)), steadyWithin = 1.hour)
    assertEquals(
      begun.drop(2),
      Seq("b1", "a1", "a2", "b2", "a3", "b3", "b4", "a4", "b5", "a5").map(turn =>
        s"test: ${turn.take(1)}, run ${turn.drop(1)}"
      )
    )
    assertEquals(rows.map(_.seconds), Seq(Seq(2.82, 2.75, 2.78), Seq(1.0, 1.0, 1.0)))
    assertEquals(rows.map(_.warmUpSeconds), Seq(Seq(4.85, 3.21), Seq(1.0, 1.0)))
    assertEquals(rows.map(_.failure), Seq(None, None))
  }

  folder.test("rounds go on also with a JVM for each run") { folder =>
    val state = folder.resolve("state")
    val (rows, begun) = run(
      folder,
      Experiment(
        "test",
        "",
        Seq(variant("a", ScriptedJob, "seconds" -> "1,3,2,2,2,9", "state" -> state.toString)),
        runs = 2
      ),
      steadyWithin = 1.hour
    )
    assertEquals(begun.size, 4)
    assertEquals((rows.head.warmUpSeconds, rows.head.seconds), (Seq(1.0, 3.0), Seq(2.0, 2.0)))
  }

  test("variants with different jobs, heaps or class paths share no JVM") {
    val variants = Seq(
      variant("a", CountingJob),
      variant("b", CountingJob).copy(heap = "128m"),
      variant("c", EchoJob),
      variant("d", CountingJob, "x" -> "y")
    )
    val groups = JvmUse.Warm(warmUps = 1, shared = true).groups(variants)
    assertEquals(groups.map(_.map(_.name)), Seq(Seq("a", "d"), Seq("b"), Seq("c")))
  }

  folder.test("a crashed child is a row with the reason, and does not stop the others") { folder =>
    val (rows, _) = run(folder, 2, variant("bad", CrashingJob), variant("good", EchoJob))
    assert(
      rows.head.failure.exists(_.contains("java.lang.IllegalStateException: the disk is on fire")),
      rows.head.failure
    )
    assert(rows.head.failure.exists(_.contains("test-bad-1.log")), rows.head.failure)
    assertEquals(rows.head.median, None)
    assertEquals(rows(1).seconds.size, 2)
  }

  folder.test("a child is recorded on request, although its JVM prints a message to standard output") { folder =>
    val scope = new RunScope(folder)
    val recordings = folder.resolve("recordings")
    try
      assert(
        new ChildLauncher(scope, folder.resolve("logs"), Some(recordings)).run(variant("a", PhasesJob), "a").isRight
      )
    finally scope.close()
    assert(Files.size(recordings.resolve("a.jfr")) > 0)
  }

  folder.test("a child in Python takes turns with one in a JVM, and says why it failed") { folder =>
    val python = sys.env("PATH").split(File.pathSeparator).map(Paths.get(_, "python3")).find(Files.isExecutable(_))
    assume(python.isDefined, "there is no python3 on the PATH")
    val script = Checkout.root.resolve("bench/src/test/python/phases.py").toString
    def inPython(name: String, conf: (String, String)*): Variant =
      variant(name, PhasesJob, conf: _*).copy(job = script, interpreter = python)
    val experiment = Experiment(
      "test",
      "",
      Seq(variant("a", PhasesJob), inPython("b"), inPython("c", "crash" -> "true")),
      runs = 1,
      jvmUse = JvmUse.InTurns(_ => 2)
    )
    val (rows, begun) = run(folder, experiment)
    assertEquals(begun, Seq("a", "b", "c", "c", "b", "a").map(name => s"test: $name, run 1"))
    assertEquals(rows.map(_.answer), Seq(Some(ujson.Num(42)), Some(ujson.Num(42)), None))
    assertEquals(rows(1).metrics.keySet, rows.head.metrics.keySet)
    assert(rows(2).failure.exists(_.startsWith("RuntimeError: halfway")), rows(2).failure)
    assert(Files.readString(folder.resolve("logs/test-b-1.log")).contains("a line of the job's own"))
  }

  folder.test("a child that does not answer for too long is ended with that reason") { folder =>
    val scope = new RunScope(folder)
    try {
      val outcome =
        new ChildLauncher(scope, folder.resolve("logs"), patience = 3.seconds)
          .run(variant("endless", EndlessJob), "endless")
      assert(outcome.left.exists(_.contains("ended after 3 seconds without an answer")), outcome)
    } finally scope.close()
  }

  folder.test("a child that runs out of memory has that reason and the remedy") { folder =>
    val (rows, _) = run(folder, 1, variant("hungry", HungryJob))
    assert(
      rows.head.failure.exists(_.startsWith("out of memory with a heap of 64m; give a larger --heap")),
      rows.head.failure
    )
  }

  folder.test("a child that ends without a message has its exit code as the reason") { folder =>
    val (rows, _) = run(folder, 1, variant("silent", SilentJob))
    assert(rows.head.failure.exists(_.startsWith("the JVM ended with exit code 7")), rows.head.failure)
  }

  folder.test("closing the scope ends the children and deletes their files") { folder =>
    val scope = new RunScope(folder)
    val child = scope.start(endless(scope.folder))
    assertEquals(child.inputReader().readLine(), "waiting")
    scope.close()
    assert(!child.isAlive)
    assert(!Files.exists(scope.folder))
  }

  folder.test("a child ends when its parent has ended") { folder =>
    val child = endless(folder).start()
    assertEquals(child.inputReader().readLine(), "waiting")
    child.getOutputStream.close()
    assertEquals(child.waitFor(), 1)
  }

  private def endless(folder: Path): ProcessBuilder = {
    val request = folder.resolve("request.json")
    okibi.bench.protocol.JobRequest(Nil, ujson.Obj(), folder).write(request)
    val command = JavaCommand(EndlessJob.mainClass, Nil, Seq(request.toString, folder.resolve("result.json").toString))
    new ProcessBuilder(command.toArray: _*).redirectErrorStream(true)
  }
}
