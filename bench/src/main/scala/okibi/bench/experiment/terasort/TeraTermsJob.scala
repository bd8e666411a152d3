package okibi.bench.experiment.terasort

import java.util.SplittableRandom

import okibi.bench.mapreduce.{CollectorRun, SortKind}
import okibi.bench.protocol.JobRequest

import org.apache.hadoop.examples.terasort.TeraInputFormat
import org.apache.hadoop.fs.Path
import org.apache.hadoop.io.{DataOutputBuffer, Text}
import org.apache.hadoop.mapreduce.{TaskAttemptID, TaskType}
import org.apache.hadoop.mapreduce.lib.input.FileSplit
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl

/** The steps of TeraSort. Arguments: records, maps, reduces of the job; reducesInMemory, whether reduce tasks merge in
  * memory; seed.
  */
object TeraTermsJob extends TermsJob {
  private val recordBytes = 100L

  /** Enough data for a step to take longer than a tick of the clock. */
  private val maxBytes = 256L << 20

  private val ownCost = new ProcessorCost(Nil)

  override protected def mapTerms(request: JobRequest): Map[String, Double] = {
    val recordsOfTask = request.long("records") / request.int("maps")
    val sampleRecords = math.min(recordsOfTask, maxBytes / recordBytes)
    val bytes = sampleRecords * recordBytes
    // This step comes first, so that the compiler has seen none of its code, as in a task.
    val sortSeconds = ownCost.seconds {
      new CollectorRun(
        collector(request),
        SortKind.tera,
        recordsOfTask,
        sortMegabytes(request),
        folder(request).resolve("sort"),
        request.long("seed"),
        request.int("reduces")
      ).run()
      ()
    }
    val serializeSeconds = ownCost.seconds(serialize(recordsOfTask))
    val (readSeconds, recordSeconds) = reading(request, bytes)
    Map(
      "sortAndMerge" -> recordsOfTask * recordBytes / 1e6 / math
        .max(sortSeconds - serializeSeconds, ProcessorCost.minSeconds),
      "serialize" -> recordsOfTask * recordBytes / 1e6 / math.max(serializeSeconds, ProcessorCost.minSeconds),
      "hdfsRead" -> bytes / 1e6 / readSeconds,
      "deserialize" -> bytes / 1e6 / math.max(recordSeconds - readSeconds, ProcessorCost.minSeconds),
      "trackInput" -> ownCost.rate(recordsOfTask * recordBytes)(tracking(request).input(recordsOfTask))
    )
  }

  override protected def reduceTerms(request: JobRequest): Map[String, Double] = {
    val inMemory = request.args("reducesInMemory").bool
    val recordsOfTask = request.long("records") / request.int("reduces")
    val sampleRecords = if (inMemory) recordsOfTask else math.min(recordsOfTask, maxBytes / recordBytes)
    val input =
      new ReduceInput(
        HadoopRequest.conf(request),
        folder(request),
        request.int("maps"),
        sampleRecords,
        request.long("seed")
      )
    val (fetch, merge) =
      if (inMemory) {
        var fetched = Seq.empty[Array[Byte]]
        (
          ownCost.rate(input.bytes) { fetched = input.fetched().toVector },
          ownCost.rate(input.bytes)(input.mergeFetched(fetched))
        )
      } else
        (ownCost.rate(input.bytes)(input.fetched().foreach(_ => ())), ownCost.rate(input.bytes)(input.mergeFiles()))
    Map(
      "fetch" -> fetch,
      "merge" -> merge,
      "hdfsWrite" -> writing(request, sampleRecords),
      "trackOutput" -> ownCost.rate(sampleRecords * recordBytes)(tracking(request).output(sampleRecords))
    )
  }

  private def tracking(request: JobRequest) =
    new RecordTracking(HadoopRequest.conf(request), HadoopRequest.folder(request))

  private def serialize(records: Long): Unit = {
    val out = new DataOutputBuffer(1 << 20)
    val (key, value) = (new Text(new Array[Byte](10)), new Text(new Array[Byte](90)))
    val random = new SplittableRandom(1)
    var record = 0L
    while (record < records) {
      if (out.getLength > (1 << 20) - 200) out.reset()
      key.getBytes()(0) = random.nextInt().toByte
      key.write(out)
      value.write(out)
      record += 1
    }
  }

  /** Seconds of reading the first bytes of the input as they are, and as records. */
  private def reading(request: JobRequest, bytes: Long): (Double, Double) = {
    val conf = HadoopRequest.conf(request)
    val (file, length) = HdfsCost.files(conf, new TeraData(request).input).head
    val readBytes = math.min(bytes, length)
    val cost = new ProcessorCost(HadoopRequest.servers(request))
    val scale = bytes.toDouble / readBytes
    val read = cost.seconds { HdfsCost.read(conf, file, readBytes); () } * scale
    val records = cost.seconds {
      val context = new TaskAttemptContextImpl(conf, new TaskAttemptID("bench", 1, TaskType.MAP, 0, 0))
      val split = new FileSplit(file, 0, readBytes, Array.empty)
      val reader = new TeraInputFormat().createRecordReader(split, context)
      reader.initialize(split, context)
      while (reader.nextKeyValue()) {}
      reader.close()
    } * scale
    (math.max(read, ProcessorCost.minSeconds), records)
  }

  private def writing(request: JobRequest, records: Long): Double =
    new ProcessorCost(HadoopRequest.servers(request)).rate(records * recordBytes) {
      HdfsCost.write(
        HadoopRequest.conf(request),
        new Path(HadoopRequest.folder(request), "terms"),
        records,
        new Array[Byte](10),
        new Array[Byte](90)
      )
      ()
    }
}
