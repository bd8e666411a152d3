package okibi.bench

import java.io.PrintWriter
import java.util.Locale.ROOT

import scala.util.control.NonFatal

import okibi.bench.benchmark.{BenchOptions, Benchmark}
import okibi.bench.machine.device.DeviceLimits
import okibi.bench.runner.{Campaign, CampaignOutcome, ResultPage, RunScope, UsageException}
import okibi.report.{Link, Page, Section}

/** `okibi bench all`: every benchmark of Spark one after the other, each in a folder of its own; one that fails does not stop the rest. */
object AllBenchmarks {
  val name = "all"

  /** @return 0 when every benchmark was run and none had an error, 1 otherwise
    * @throws UsageException before anything runs: when no results can be written, for a choice that not every benchmark has, or for what one of them
    *                        cannot use, a folder that is too small, say
    */
  def run(
      options: BenchOptions,
      print: PrintWriter,
      benchmarks: Seq[Benchmark] = Benchmarks.all.filter(_.isPartOfAll)
  ): Int = {
    Seq("--only" -> options.only, "--variants" -> options.variants, "--queries" -> options.queries)
      .find(_._2.nonEmpty)
      .foreach { case (option, _) =>
        throw new UsageException(
          s"$option: not together with all. Leave it out, or name one of: ${benchmarks.map(_.name).mkString(", ")}."
        )
      }
    options.simulate.foreach(DeviceLimits.named)
    Campaign.writable(options.out)
    val planned = benchmarks.map(benchmark => benchmark -> campaign(benchmark, options))
    val start = System.nanoTime
    val file = options.out.resolve(ResultPage.name)
    def minutes: String = "%.1f minutes".formatLocal(ROOT, (System.nanoTime - start) / 6e10)
    val done = planned.foldLeft(Seq.empty[(Benchmark, CampaignOutcome)]) { case (before, (benchmark, campaign)) =>
      print.println(s"\n== ${benchmark.name}: ${benchmark.about} (${benchmark.source})")
      print.flush()
      val all = before :+ (benchmark -> outcome(campaign, print))
      ResultPage.write(file, page(options, all, minutes))
      all
    }
    print.println(s"\n== all, in $minutes\npage: $file\n")
    for ((benchmark, outcome) <- done; error <- outcome.errors) print.println(s"error: ${benchmark.name}: $error")
    done.flatMap(_._2.headlines).foreach(headline => print.println(headline.line))
    print.flush()
    if (done.forall(_._2.errors.isEmpty)) 0 else 1
  }

  private def campaign(benchmark: Benchmark, options: BenchOptions): Campaign = {
    val mine = options.copy(
      out = options.out.resolve(benchmark.name),
      recordings = options.recordings.map(_.resolve(benchmark.name))
    )
    val own = mine.copy(
      dirs = if (benchmark.hasDirectories) mine.dirs else Nil,
      simulate = mine.simulate.filter(_ => benchmark.hasDirectories),
      hdfs = mine.hdfs.filter(_ => benchmark.hasHdfs),
      input = if (benchmark.hasText) mine.input else Nil,
      japanese = if (benchmark.hasText) mine.japanese else Nil,
      local = mine.local && benchmark.hasCluster,
      cluster = mine.cluster.filter(_ => benchmark.hasCluster)
    )
    Benchmark.campaign(benchmark, own)
  }

  private def outcome(campaign: Campaign, print: PrintWriter): CampaignOutcome =
    try campaign.run(print)
    catch {
      case ended: RunScope.Ended => throw ended
      case NonFatal(error) =>
        val reason = error match {
          case usage: UsageException => usage.getMessage
          case other => other.toString
        }
        print.println(s"error: $reason")
        CampaignOutcome(Nil, Seq(reason))
    }

  private def page(options: BenchOptions, done: Seq[(Benchmark, CampaignOutcome)], minutes: String): Page =
    Page(
      s"Okibi: all experiments, scale ${options.scale.name}",
      Seq(s"${done.size} experiments in $minutes."),
      done.map { case (benchmark, outcome) =>
        Section(
          benchmark.name,
          Seq(s"${benchmark.about} (${benchmark.source})") ++ outcome.errors,
          tables = ResultPage.headlines(outcome.headlines),
          links = outcome.page.toSeq.map(file => Link("Tables and charts", s"${benchmark.name}/${file.getFileName}"))
        )
      }
    )
}
