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

/** The steps of TeraSort. Arguments: records, maps, reduces, as the job has them; reducesInMemory, whether outputs are merged where they were fetched
  * to; seed.
  */
object TeraTermsJob extends TermsJob {
  private val recordBytes = 100L

  /** Enough of a step to be told from the clock's ticks. */
  private val mostBytes = 256L << 20

  private val alone = new ProcessorCost(Nil)

  override protected def mapTerms(request: JobRequest): Map[String, Double] = {
    val ofTask = request.long("records") / request.int("maps")
    val some = math.min(ofTask, mostBytes / recordBytes)
    val bytes = some * recordBytes
    // First, as in a task: by a compiler that has seen none of it.
    val sorted = alone.seconds {
      new CollectorRun(
        collector(request),
        SortKind.tera,
        ofTask,
        sortMegabytes(request),
        folder(request).resolve("sort"),
        request.long("seed"),
        request.int("reduces")
      ).run()
      ()
    }
    val serialized = alone.seconds(serialize(ofTask))
    val (read, records) = reading(request, bytes)
    Map(
      "sortAndMerge" -> ofTask * recordBytes / 1e6 / math.max(sorted - serialized, ProcessorCost.leastSeconds),
      "serialize" -> ofTask * recordBytes / 1e6 / math.max(serialized, ProcessorCost.leastSeconds),
      "hdfsRead" -> bytes / 1e6 / read,
      "deserialize" -> bytes / 1e6 / math.max(records - read, ProcessorCost.leastSeconds),
      "trackInput" -> alone.rate(ofTask * recordBytes)(tracking(request).input(ofTask))
    )
  }

  override protected def reduceTerms(request: JobRequest): Map[String, Double] = {
    val inMemory = request.args("reducesInMemory").bool
    val ofTask = request.long("records") / request.int("reduces")
    val some = if (inMemory) ofTask else math.min(ofTask, mostBytes / recordBytes)
    val input =
      new ReduceInput(HadoopRequest.conf(request), folder(request), request.int("maps"), some, request.long("seed"))
    val (fetch, merge) =
      if (inMemory) {
        var fetched = Seq.empty[Array[Byte]]
        (
          alone.rate(input.bytes) { fetched = input.fetched().toVector },
          alone.rate(input.bytes)(input.mergeFetched(fetched))
        )
      } else (alone.rate(input.bytes)(input.fetched().foreach(_ => ())), alone.rate(input.bytes)(input.mergeFiles()))
    Map(
      "fetch" -> fetch,
      "merge" -> merge,
      "hdfsWrite" -> writing(request, some),
      "trackOutput" -> alone.rate(some * recordBytes)(tracking(request).output(some))
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

  /** Seconds of reading so many bytes of the input as they are, and as records. */
  private def reading(request: JobRequest, bytes: Long): (Double, Double) = {
    val conf = HadoopRequest.conf(request)
    val (file, length) = HdfsCost.files(conf, new TeraData(request).input).head
    val most = math.min(bytes, length)
    val cost = new ProcessorCost(HadoopRequest.servers(request))
    val perByte = bytes.toDouble / most
    val read = cost.seconds { HdfsCost.read(conf, file, most); () } * perByte
    val records = cost.seconds {
      val context = new TaskAttemptContextImpl(conf, new TaskAttemptID("bench", 1, TaskType.MAP, 0, 0))
      val split = new FileSplit(file, 0, most, Array.empty)
      val reader = new TeraInputFormat().createRecordReader(split, context)
      reader.initialize(split, context)
      while (reader.nextKeyValue()) {}
      reader.close()
    } * perByte
    (math.max(read, ProcessorCost.leastSeconds), records)
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
