package okibi.bench.experiment.terasort.model

/** The jobs of Oikawa and Honjo, section 5, as sums of the costs of their primitives. Phases are measured by bytes of
  * the job's input. Pure.
  */
object MapReduceModel {

  /** The map phase of TeraSort: reads records, makes pairs of them, and sorts these. */
  def teraSortMap(rates: PrimitiveRates, output: MapOutputShape): PhaseModel =
    PhaseModel("map", records(rates) ++ mapOutput(rates, output))

  /** The reduce phase of TeraSort: fetches the sorted outputs of the map tasks, merges them, and writes the result. */
  def teraSortReduce(rates: PrimitiveRates, output: MapOutputShape): PhaseModel = {
    val copied = output.perInputByte * output.compression.fold(1.0)(_.ratio)
    PhaseModel(
      "reduce",
      Seq(PhaseTerm("copy", rates.fetch, copied)) ++
        output.compression.map(_ => PhaseTerm("decompress", rates.codec.decompress, output.perInputByte)) ++
        Seq(
          PhaseTerm("merge", rates.merge, output.perInputByte),
          PhaseTerm("write to HDFS", rates.hdfsWrite, output.perInputByte)
        ) ++
        rates.tracking.map(tracking => tracked(tracking.output, output.perInputByte))
    )
  }

  /** The map phase of a word count: reads lines, splits them into words and sorts a small record for each word, which
    * is nearly all of the cost. Rates are those of such records.
    *
    * The paper gives no sum for its 2.8 MB/s a core, but its primitives give this rate as follows: the terms of a log
    * analysis, and sorting and merging at some 4 MB/s, which is 0.4 million records of 10 bytes.
    */
  def wordCountMap(rates: PrimitiveRates, output: MapOutputShape): PhaseModel =
    PhaseModel("map", parsed(rates) ++ mapOutput(rates, output))

  /** A log analysis: reads lines, splits them, and drops nearly all of them, so that there is nothing to sort.
    *
    * @param written bytes that are serialized for a byte of input. The paper's 39 MB/s a core result with all of the
    *                input, so this is its model
    */
  def logAnalysis(rates: PrimitiveRates, written: Double = 1): PhaseModel =
    PhaseModel(
      "map",
      parsed(rates) ++ (if (written > 0) Some(PhaseTerm("serialize", rates.serialize, written)) else None)
    )

  private def records(rates: PrimitiveRates): Seq[PhaseTerm] =
    Seq(PhaseTerm("read from HDFS", rates.hdfsRead), PhaseTerm("deserialize", rates.deserialize)) ++ rates.tracking.map(
      tracking => tracked(tracking.input, 1)
    )

  private def parsed(rates: PrimitiveRates): Seq[PhaseTerm] =
    records(rates) :+ PhaseTerm("lines and words", rates.parse)

  private def tracked(rate: Double, share: Double): PhaseTerm = PhaseTerm("count records", rate, share)

  /** From a pair to the sorted file of a map task. With compression, spills are compressed, read again, and the merged
    * file is compressed.
    */
  private def mapOutput(rates: PrimitiveRates, output: MapOutputShape): Seq[PhaseTerm] = {
    val share = output.perInputByte
    val writes = if (output.spills) 2 else 1
    val compression = output.compression.toSeq.flatMap { _ =>
      Seq(
        PhaseTerm("compress", rates.codec.compress, share * writes)
      ) ++ (if (output.spills) Some(PhaseTerm("decompress", rates.codec.decompress, share)) else None)
    }
    Seq(
      PhaseTerm("serialize", rates.serialize, share),
      PhaseTerm("sort and merge", rates.sortAndMerge, share)
    ) ++ compression
  }
}
