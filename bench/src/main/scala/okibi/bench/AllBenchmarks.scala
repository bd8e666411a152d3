package okibi.bench

import java.io.PrintWriter
import java.util.Locale.ROOT

import scala.util.control.NonFatal

import okibi.bench.benchmark.{BenchDevices, Benchmark, BenchHadoop, BenchOptions, BenchTexts}
import okibi.bench.machine.device.DeviceLimits
import okibi.bench.runner.{Campaign, CampaignOutcome, ResultPage, RunScope, UsageException}
import okibi.report.{Link, Page, Section}

/** `okibi bench all`: every benchmark of Spark, one after the other, each in a folder of its own. A benchmark that
  * fails does not stop the others.
  */
object AllBenchmarks {
  val name = "all"

  /** @return 0 when every benchmark ran without an error, 1 otherwise
    * @throws UsageException before anything runs: when no results can be written, for a choice that not every benchmark
    *         offers, or for something that one of them cannot use, for example a folder that is too small
    */
  def run(
      options: BenchOptions,
      print: PrintWriter,
      benchmarks: Seq[Benchmark] = Benchmarks.all.filter(_.isPartOfAll)
  ): Int = {
    val selection = options.selection
    Seq("--only" -> selection.parts, "--variants" -> selection.variants, "--queries" -> selection.queries)
      .find(_._2.nonEmpty)
      .foreach { case (option, _) =>
        throw new UsageException(
          s"$option: not together with all. Leave it out, or name one of: ${benchmarks.map(_.name).mkString(", ")}."
        )
      }
    options.devices.simulated.foreach(DeviceLimits.named)
    options.output.create()
    val planned = benchmarks.map(benchmark => benchmark -> campaign(benchmark, options))
    val startNs = System.nanoTime
    val file = options.output.folder.resolve(ResultPage.name)
    def minutes: String = "%.1f minutes".formatLocal(ROOT, (System.nanoTime - startNs) / 6e10)
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

  /** The campaign with those options that the benchmark has. */
  private def campaign(benchmark: Benchmark, options: BenchOptions): Campaign = {
    val hadoop = options.hadoop
    Benchmark.campaign(
      benchmark,
      options.copy(
        output = options.output.of(benchmark.name),
        devices = if (benchmark.comparesDirectories) options.devices else BenchDevices(),
        texts = if (benchmark.readsText) options.texts else BenchTexts(),
        hadoop = BenchHadoop(
          hdfs = hadoop.hdfs.filter(_ => benchmark.usesHdfs),
          localRunner = hadoop.localRunner && benchmark.runsMapReduce,
          clusterConf = hadoop.clusterConf.filter(_ => benchmark.runsMapReduce)
        )
      )
    )
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
