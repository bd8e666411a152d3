package okibi.bench.job

import okibi.bench.input.{InputFiles, InputText}

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** The filter test of Hayase et al., section 5.1: lines and their words are cached; each round filters the words ten
  * times for one word, then counts the words of the lines.
  *
  * Arguments: rounds, and either input (paths) or bytes, partitions and seed.
  */
object FilterJob extends SparkJob("filter") {
  private val filtersPerRound = 10

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val rounds = request.int("rounds")
    val text = source(sc, request)
    val lines = text.lines.persist(StorageLevel.MEMORY_AND_DISK)
    val words = lines.flatMap(Words.split).persist(StorageLevel.MEMORY_AND_DISK)
    val lineCount = watch.time("cacheLines")(lines.count())
    val brokenBytes = text.brokenBytes()
    val wordCount = watch.time("cacheWords")(words.count())
    val found = (0 until rounds).map { round =>
      val word = text.word(round, rounds)
      val counts = watch.time("filters")((0 until filtersPerRound).map(_ => words.filter(_ == word).count()))
      val (counted, hash) = watch.time("wordCount")(countWords(lines))
      ujson.Obj("word" -> word, "filtered" -> ujson.Arr.from(counts.distinct.map(n => ujson.Num(n.toDouble))),
        "counted" -> counted.toDouble, "hash" -> hash.toString)
    }
    ujson.Obj("lines" -> lineCount.toDouble, "words" -> wordCount.toDouble, "brokenBytes" -> brokenBytes.toDouble,
      "rounds" -> ujson.Arr.from(found))
  }

  /** Number of words, and a hash of all lines that does not depend on their order. */
  private def countWords(lines: RDD[String]): (Long, Long) =
    lines.mapPartitions { part =>
      var words = 0L
      var hash = 0L
      part.foreach { line =>
        words += Words.count(line)
        hash += line.hashCode
      }
      Iterator((words, hash))
    }.reduce { case ((words, hash), (moreWords, moreHash)) => (words + moreWords, hash + moreHash) }

  /** @param brokenBytes bytes of the input that are not UTF-8, known once the lines were read
    * @param word        the word that a round filters for, given the round and the number of rounds
    */
  private final case class Text(lines: RDD[String], brokenBytes: () => Long, word: (Int, Int) => String)

  private def source(sc: SparkContext, request: JobRequest): Text =
    if (request.args.obj.contains("input")) fromInput(sc, request) else seeded(sc, request)

  private def seeded(sc: SparkContext, request: JobRequest): Text = {
    val partitions = request.int("partitions")
    val bytes = request.long("bytes") / partitions
    val seed = request.long("seed")
    val lines = sc.parallelize(0 until partitions, partitions).flatMap(p => SeededText.lines(p, bytes, seed))
    Text(lines, () => 0L, (round, rounds) => SeededText.word(partitions * round / rounds, 3))
  }

  private def fromInput(sc: SparkContext, request: JobRequest): Text = {
    val input = new InputText(InputFiles.list(request.args("input").arr.map(_.str).toSeq))
    val broken = sc.longAccumulator("broken bytes")
    Text(input.lines(sc, broken), () => broken.value, input.word)
  }
}
