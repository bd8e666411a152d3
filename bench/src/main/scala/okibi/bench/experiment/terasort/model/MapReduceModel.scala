package okibi.bench.experiment.terasort.model

/** The jobs of Oikawa and Honjo, section 5, as sums of what their primitives cost. Phases are counted by bytes of the job's input. Pure. */
object MapReduceModel {

  /** Reads records, makes pairs of them, and sorts these. */
  def teraSortMap(rates: Rates, output: MapOutput): Phase =
    Phase("map", records(rates) ++ mapOutput(rates, output))

  /** Fetches the sorted outputs of the map tasks, merges them, and writes the result. */
  def teraSortReduce(rates: Rates, output: MapOutput): Phase = {
    val copied = output.perInputByte * output.compression.fold(1.0)(_.ratio)
    Phase(
      "reduce",
      Seq(Term("copy", rates.fetch, copied)) ++
        output.compression.map(_ => Term("decompress", rates.decompress, output.perInputByte)) ++
        Seq(
          Term("merge", rates.merge, output.perInputByte),
          Term("write to HDFS", rates.hdfsWrite, output.perInputByte)
        ) ++
        rates.trackOutput.map(tracked(_, output.perInputByte))
    )
  }

  /** Reads lines, splits them into words and sorts a small record for each: all that is dear. Rates are those of such records.
    *
    * The paper gives no sum for its 2.8 MB/s a core, but its primitives come to it in this way: the terms of a log analysis, and sorting
    * and merging at some 4 MB/s, which is 0.4 million records of 10 bytes.
    */
  def wordCountMap(rates: Rates, output: MapOutput): Phase =
    Phase("map", parsed(rates) ++ mapOutput(rates, output))

  /** Reads lines, splits them, and drops nearly all: there is nothing to sort.
    *
    * @param written bytes that are serialised for a byte of input. The paper's 39 MB/s a core come out with all of it, so that is its model's.
    */
  def logAnalysis(rates: Rates, written: Double = 1): Phase =
    Phase("map", parsed(rates) ++ (if (written > 0) Some(Term("serialise", rates.serialize, written)) else None))

  private def records(rates: Rates): Seq[Term] =
    Seq(Term("read from HDFS", rates.hdfsRead), Term("deserialise", rates.deserialize)) ++ rates.trackInput.map(
      tracked(_, 1)
    )

  private def parsed(rates: Rates): Seq[Term] = records(rates) :+ Term("lines and words", rates.parse)

  private def tracked(rate: Double, share: Double): Term = Term("count records", rate, share)

  /** From a pair to the sorted file of a map task. With compression, spills are compressed, read again, and the merged file is compressed. */
  private def mapOutput(rates: Rates, output: MapOutput): Seq[Term] = {
    val own = output.perInputByte
    val writes = if (output.spills) 2 else 1
    val packed = output.compression.toSeq.flatMap { _ =>
      Seq(
        Term("compress", rates.compress, own * writes)
      ) ++ (if (output.spills) Some(Term("decompress", rates.decompress, own)) else None)
    }
    Seq(Term("serialise", rates.serialize, own), Term("sort and merge", rates.sortAndMerge, own)) ++ packed
  }
}
