package okibi.bench.data.text

import java.util.SplittableRandom

/** Seeded text with the character statistics of a language, for machines without text in that language. Endless. */
object NaturalText {

  /** Words of English: letters by their frequency and lengths by theirs (Norvig, English Letter Frequency Counts,
    * norvig.com/mayzner.html, after Mayzner); word frequencies by Zipf's law; with capitals, commas and full stops.
    */
  def english(seed: Long): Iterator[String] = {
    val random = new SplittableRandom(seed)
    val lengths = new Weighted(englishLengths.zipWithIndex.map { case (weight, index) => (index + 1, weight) })
    val letters = new Weighted(englishLetters)
    val vocabulary = Array.fill(vocabularySize)(Seq.fill(lengths.next(random))(letters.next(random)).mkString)
    val words = new Weighted(vocabulary.toSeq.zipWithIndex.map { case (word, rank) => (word, 1.0 / (rank + 1)) })
    var begins = true
    Iterator.continually {
      val word = words.next(random)
      val shown = if (begins) word.capitalize else word
      val sign = random.nextInt(100)
      begins = sign < endsOfSentences
      if (begins) s"$shown." else if (sign < endsOfSentences + commas) s"$shown," else shown
    }
  }

  /** Sentences of Japanese, without spaces: two fifths kanji, nearly as much hiragana, the rest punctuation, katakana
    * and digits, in runs as in real text (shares of characters in newspapers: Chikamatsu, Yokoyama, Nozaki, Long and
    * Fukuda, A Japanese logographic character frequency list for cognitive science research, Behavior Research Methods,
    * Instruments, & Computers 32, 2000).
    */
  def japanese(seed: Long): Iterator[String] = {
    val random = new SplittableRandom(seed)
    val kinds = new Weighted(japaneseRuns)
    Iterator.continually {
      val runs = Seq.fill(5 + random.nextInt(15))(kinds.next(random))
      runs
        .map { case (first, count, longest) =>
          Seq.fill(1 + random.nextInt(longest))((first + random.nextInt(count)).toChar).mkString
        }
        .mkString("", "", "。")
    }
  }

  /** Draws values with probabilities proportional to their weights. */
  private final class Weighted[T](values: Seq[(T, Double)]) {
    private val candidates = values.map(_._1).toVector
    private val sums = values.map(_._2).scanLeft(0.0)(_ + _).tail.toArray

    def next(random: SplittableRandom): T = {
      val found = java.util.Arrays.binarySearch(sums, random.nextDouble() * sums.last)
      candidates(math.min(candidates.size - 1, if (found < 0) -found - 1 else found + 1))
    }
  }

  private val vocabularySize = 20000

  /** Number of words of a hundred that end a sentence, and that have a comma after them. */
  private val endsOfSentences = 5
  private val commas = 5

  /** Percent of words with 1, 2, 3, ... letters. */
  private val englishLengths =
    Seq(3.00, 17.65, 20.51, 14.79, 10.70, 8.39, 7.94, 5.94, 4.44, 3.08, 1.76, 0.96, 0.52, 0.22, 0.08)

  private val englishLetters: Seq[(Char, Double)] = ('a' to 'z').zip(
    Seq(8.04, 1.48, 3.34, 3.82, 12.49, 2.40, 1.87, 5.05, 7.57, 0.16, 0.54, 4.07, 2.51, 7.23, 7.64, 2.14, 0.12, 6.28,
      6.51, 9.28, 2.73, 1.05, 1.68, 0.23, 1.66, 0.09)
  )

  /** First character of a kind, number of its characters, and longest run; with the relative frequency of such runs. */
  private val japaneseRuns: Seq[((Int, Int, Int), Double)] = Seq(
    ((0x4e00, 3000, 3), 20.5), // kanji
    ((0x3042, 82, 5), 12.3), // hiragana
    ((0x3001, 1, 1), 9.0), // the comma
    ((0x30a2, 82, 6), 1.8), // katakana
    (('0'.toInt, 10, 4), 0.8)
  )
}
