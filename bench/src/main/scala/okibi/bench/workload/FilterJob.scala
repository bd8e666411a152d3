package okibi.bench.workload

import okibi.bench.data.text.{InputFiles, InputText, SeededText, Words}
import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.spark._

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** The filter test of Hayase et al., section 5.1: lines and their words are cached; each round filters the words ten
  * times for one word, then counts the words of the lines.
  *
  * Arguments: rounds, and either input (paths; partitions unless by size; first to read the first partitions only) or
  * bytes, partitions and seed. Whether the words are indexed is the variant's [[FilterJob.indexKey]], the level of both
  * RDDs its [[SparkJob.levelKey]].
  */
object FilterJob extends SparkJob("filter") {
  private val filtersPerRound = 10

  /** Whether the variant keeps an index of the words and filters with it. */
  val indexKey = "bench.filter.index"

  /** The arguments of the job for seeded data that take `bytes` bytes in memory. */
  def seeded(bytes: Long, partitions: Int, rounds: Int, seed: Long): ujson.Obj = ujson.Obj(
    "bytes" -> (bytes / SeededText.memoryBytesPerByte).toLong.toDouble,
    "partitions" -> partitions,
    "rounds" -> rounds,
    "seed" -> seed.toDouble
  )

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val rounds = request.int("rounds")
    val text = source(sc, request)
    val level = SparkJob.level(sc)
    val lines = text.lines.persist(level)
    val (words, filter) = cachedWords(lines.flatMap(Words.split), level, request.setting(indexKey).contains("true"))
    val lineCount = watch.time("cacheLines")(lines.count())
    val brokenBytes = text.brokenBytes()
    val wordCount = watch.time("cacheWords")(words.count())
    val found = (0 until rounds).map { round =>
      val word = text.word(round, rounds)
      val counts = watch.time("filters")((0 until filtersPerRound).map(_ => filter(word).count()))
      val (counted, hash) = watch.time("wordCount")(countWords(lines))
      ujson.Obj(
        "word" -> word,
        "filtered" -> ujson.Arr.from(counts.distinct.map(n => ujson.Num(n.toDouble))),
        "counted" -> counted.toDouble,
        "hash" -> hash.toString
      )
    }
    ujson.Obj(
      "lines" -> lineCount.toDouble,
      "words" -> wordCount.toDouble,
      "brokenBytes" -> brokenBytes.toDouble,
      "rounds" -> ujson.Arr.from(found)
    )
  }

  /** The words, which are cached when they are first used, and a filter for one of them. */
  private def cachedWords(
      words: RDD[String],
      level: StorageLevel,
      index: Boolean
  ): (RDD[String], String => RDD[String]) =
    if (index) {
      val indexed = words.indexed(level)
      (indexed, word => indexed.filterEquals(word))
    } else {
      val plain = words.persist(level)
      (plain, word => plain.filter(_ == word))
    }

  /** Number of words, and a hash of all lines that does not depend on their order. */
  private def countWords(lines: RDD[String]): (Long, Long) =
    lines
      .mapPartitions { part =>
        var words = 0L
        var hash = 0L
        part.foreach { line =>
          words += Words.count(line)
          hash += line.hashCode
        }
        Iterator((words, hash))
      }
      .reduce { case ((words, hash), (moreWords, moreHash)) => (words + moreWords, hash + moreHash) }

  /** The text of a run.
    *
    * @param brokenBytes bytes of the input that are not UTF-8; known once the lines were read
    * @param word        the word that a round filters for, given the round and the number of rounds
    */
  private final case class FilterText(lines: RDD[String], brokenBytes: () => Long, word: (Int, Int) => String)

  private def source(sc: SparkContext, request: JobRequest): FilterText =
    if (request.args.obj.contains("input")) fromInput(sc, request) else seeded(sc, request)

  private def seeded(sc: SparkContext, request: JobRequest): FilterText = {
    val partitions = request.int("partitions")
    val bytes = request.long("bytes") / partitions
    val seed = request.long("seed")
    val lines = sc.parallelize(0 until partitions, partitions).flatMap(p => SeededText.lines(p, bytes, seed))
    FilterText(lines, () => 0L, (round, rounds) => SeededText.word(partitions * round / rounds, 3))
  }

  private def fromInput(sc: SparkContext, request: JobRequest): FilterText = {
    def optional(argument: String): Option[Int] = request.args.obj.get(argument).map(_.num.toInt)
    val input = new InputText(
      InputFiles.list(request.args("input").arr.map(_.str).toSeq),
      optional("partitions"),
      optional("first")
    )
    val broken = sc.longAccumulator("broken bytes")
    FilterText(input.lines(sc, broken), () => broken.value, input.word)
  }
}
