package okibi.bench.data.text


import org.apache.spark.{Partition, SparkContext, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.util.LongAccumulator

/** Text files as an RDD of lines, and words of them to look for.
  *
  * @param partitions of the RDD; without it, by the size of the text
  * @param first      how many of these it has; without it, all
  */
final class InputText(input: InputFiles, partitions: Option[Int] = None, first: Option[Int] = None) {
  private val parts: IndexedSeq[Seq[FileSlice]] = {
    val wanted =
      partitions.fold(math.max(InputText.minPartitions.toLong, input.bytes / InputText.partitionBytes + 1))(_.toLong)
    val all = FileSlice.pack(input.files, math.min(wanted, input.bytes).toInt)
    first.fold(all)(all.take)
  }

  /** @param broken counts bytes that are not UTF-8, each time a partition is read from its files */
  def lines(sc: SparkContext, broken: LongAccumulator): RDD[String] = new TextRDD(sc, parts, broken)

  /** A word to filter for: the first of at least four letters or digits in a part of the text that differs from round to round. */
  def word(round: Int, rounds: Int): String = {
    val (before, from) = parts.splitAt((parts.size.toLong * round / rounds).toInt)
    val fromThere = (from ++ before).iterator.flatten
    val words = fromThere.flatMap(new LineReader(_, _ => ())).flatMap(Words.split)
    words.find(word => word.length >= 4 && word.forall(c => Character.isLetterOrDigit(c))).getOrElse("word")
  }
}

object InputText {
  private val minPartitions = 16
  private val partitionBytes = 4L << 20
}

/** Slices as an array: a collection takes each task far longer to read than the rest of it. */
private final class TextPartition(override val index: Int, val slices: Array[FileSlice]) extends Partition

/** @param parts of no use to a task, which has its partition's: it would be read by each of them */
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
