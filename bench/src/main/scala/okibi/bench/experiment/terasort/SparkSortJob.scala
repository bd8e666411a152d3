package okibi.bench.experiment.terasort

import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.workload.SparkJob

import org.apache.hadoop.examples.terasort.TeraOutputFormat
import org.apache.hadoop.io.Text
import org.apache.spark.SparkContext

/** Spark's own sort of the records of [[TeraSortJob]], in as many partitions as TeraSort has reduce tasks.
  *
  * Arguments and answer are those of that job.
  */
object SparkSortJob extends SparkJob("terasort") {
  private val recordBytes = 100
  private val keyBytes = 10

  private val bytewise: Ordering[Array[Byte]] = new Ordering[Array[Byte]] {
    override def compare(a: Array[Byte], b: Array[Byte]): Int = java.util.Arrays.compareUnsigned(a, b)
  }

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val data = new TeraData(request)
    data.make()
    data.deleteOutput()
    sc.hadoopConfiguration.setInt("dfs.replication", 1)
    watch.time("sort") {
      implicit val order: Ordering[Array[Byte]] = bytewise
      val records = sc
        .binaryRecords(data.input.toString, recordBytes)
        .map(record =>
          (java.util.Arrays.copyOf(record, keyBytes), java.util.Arrays.copyOfRange(record, keyBytes, recordBytes))
        )
      records
        .sortByKey(numPartitions = request.int("reduces"))
        .mapPartitions { sorted =>
          val (key, value) = (new Text, new Text)
          sorted.map { case (k, v) =>
            key.set(k)
            value.set(v)
            (key, value)
          }
        }
        .saveAsNewAPIHadoopFile(
          data.output.toString,
          classOf[Text],
          classOf[Text],
          classOf[TeraOutputFormat],
          sc.hadoopConfiguration
        )
    }
    val checksum = data.validated()
    data.deleteOutput()
    ujson.Str(checksum)
  }
}
