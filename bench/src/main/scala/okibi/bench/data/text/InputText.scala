package okibi.bench.data.text

import org.apache.spark.{Partition, SparkContext, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.util.LongAccumulator

/** Text files as an RDD of lines, and words to filter for.
  *
  * @param partitions number of partitions; by the size of the text without it
  * @param first      number of these partitions that the RDD has; all without it
  */
final class InputText(input: InputFiles, partitions: Option[Int] = None, first: Option[Int] = None) {
  private val parts: IndexedSeq[Seq[FileSlice]] = {
    val wantedParts =
      partitions.fold(math.max(InputText.minPartitions.toLong, input.bytes / InputText.partitionBytes + 1))(_.toLong)
    val all = FileSlice.pack(input.files, math.min(wantedParts, input.bytes).toInt)
    first.fold(all)(all.take)
  }

  /** @param broken counts the bytes that are not UTF-8, each time that a partition is read from its files */
  def lines(sc: SparkContext, broken: LongAccumulator): RDD[String] = new TextRDD(sc, parts, broken)

  /** A word to filter for: the first word of at least four letters or digits, in a part of the text that differs from
    * round to round.
    */
  def word(round: Int, rounds: Int): String = {
    val (before, after) = parts.splitAt((parts.size.toLong * round / rounds).toInt)
    val rotated = (after ++ before).iterator.flatten
    val words = rotated.flatMap(new LineReader(_, _ => ())).flatMap(Words.split)
    words.find(word => word.length >= 4 && word.forall(c => Character.isLetterOrDigit(c))).getOrElse("word")
  }
}

object InputText {
  private val minPartitions = 16
  private val partitionBytes = 4L << 20
}

/** A partition of slices. They are an array: a task would take far longer to deserialize a collection than all of the
  * rest.
  */
private final class TextPartition(override val index: Int, val slices: Array[FileSlice]) extends Partition

/** @param parts transient: a task has the slices of its partition, and would deserialize all other slices too */
private final class TextRDD(
    sc: SparkContext,
    @transient private val parts: IndexedSeq[Seq[FileSlice]],
    broken: LongAccumulator
) extends RDD[String](sc, Nil) {
  override protected def getPartitions: Array[Partition] =
    parts.zipWithIndex.map { case (slices, index) => new TextPartition(index, slices.toArray): Partition }.toArray

  override def compute(split: Partition, context: TaskContext): Iterator[String] = {
    var open = Option.empty[LineReader]
    context.addTaskCompletionListener[Unit](_ => open.foreach(_.close()))
    split.asInstanceOf[TextPartition].slices.iterator.flatMap { slice =>
      val reader = new LineReader(slice, bytes => broken.add(bytes.toLong))
      open = Some(reader)
      reader
    }
  }
}
