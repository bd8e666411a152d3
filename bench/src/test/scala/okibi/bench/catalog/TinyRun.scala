package okibi.bench.catalog

import java.io.{PrintWriter, StringWriter}
import java.nio.file.Path

import okibi.bench.runner.Outcome

/** Whole runs of a benchmark at the smallest scale, each variant in a JVM of its own. */
object TinyRun {

  /** @param folder for the data and what the run leaves, in `out`
    * @param parts  of the benchmark; none: all
    * @param where  what else is chosen
    * @return what came of it, and what was printed
    */
  def apply(
      benchmark: Benchmark,
      folder: Path,
      parts: Set[String],
      where: BenchOptions => BenchOptions = identity
  ): (Outcome, String) = {
    val options = BenchOptions(
      BenchScale.Tiny,
      None,
      parts,
      Set.empty,
      Set.empty,
      1,
      folder.resolve("out"),
      folder.resolve("data"),
      None,
      0,
      Nil
    )
    val text = new StringWriter
    val outcome = Benchmark.campaign(benchmark, where(options)).run(new PrintWriter(text))
    (outcome, text.toString)
  }
}
