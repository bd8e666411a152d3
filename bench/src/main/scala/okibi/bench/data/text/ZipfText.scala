package okibi.bench.data.text

import java.util.SplittableRandom

import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.mllib.regression.LabeledPoint

/** Labelled documents, as HiBench makes them for Bayes: word frequencies by Zipf's law, as counts. A document's class
  * shifts some of its words.
  *
  * @param vocabulary number of words
  * @param classes    number of labels
  */
final class ZipfText(vocabulary: Int, classes: Int) extends Serializable {

  /** Cumulative shares of the words: word n is 1 / (n + 1) times as frequent as the first. */
  @transient private lazy val cumulative: Array[Double] = {
    val sums = (1 to vocabulary).scanLeft(0.0)((sum, n) => sum + 1.0 / n).tail.toArray
    sums.map(_ / sums.last)
  }

  /** Random documents with the given number of words each. */
  def documents(count: Int, words: Int, seed: Long): Iterator[LabeledPoint] = {
    val random = new SplittableRandom(seed)
    Iterator.fill(count) {
      val label = random.nextInt(classes)
      val sorted = Array.fill(words)(word(random, label))
      java.util.Arrays.sort(sorted)
      LabeledPoint(label.toDouble, counted(sorted))
    }
  }

  private def word(random: SplittableRandom, label: Int): Int = {
    val found = java.util.Arrays.binarySearch(cumulative, random.nextDouble())
    val rank = math.min(vocabulary - 1, if (found < 0) -found - 1 else found)
    if (random.nextInt(4) == 0) (rank + label * (vocabulary / classes)) % vocabulary else rank
  }

  /** The vector of word counts, from the sorted words of a document. */
  private def counted(sorted: Array[Int]) = {
    val indices = new Array[Int](sorted.length)
    val counts = new Array[Double](sorted.length)
    var at = -1
    sorted.foreach { word =>
      if (at < 0 || indices(at) != word) {
        at += 1
        indices(at) = word
      }
      counts(at) += 1
    }
    Vectors.sparse(vocabulary, java.util.Arrays.copyOf(indices, at + 1), java.util.Arrays.copyOf(counts, at + 1))
  }
}
