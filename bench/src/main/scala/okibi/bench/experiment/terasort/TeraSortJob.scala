package okibi.bench.experiment.terasort

import okibi.bench.protocol.JobRequest

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.examples.terasort.TeraSort
import org.apache.hadoop.util.ToolRunner

/** Hadoop's own TeraSort of records that TeraGen made. Arguments: records; maps, which is also the number of files;
  * reduces. The answer is the records' checksum, after TeraValidate.
  */
object TeraSortJob extends MeasuredJob {
  override protected def prepare(request: JobRequest): Unit = {
    val data = new TeraData(request)
    data.make()
    data.deleteOutput()
  }

  override protected def submit(request: JobRequest, conf: Configuration): Int = {
    val data = new TeraData(request)
    ToolRunner.run(conf, new TeraSort, Array(data.input.toString, data.output.toString))
  }

  override protected def answer(request: JobRequest): ujson.Value = {
    val data = new TeraData(request)
    val checksum = data.validated()
    data.deleteOutput()
    ujson.Str(checksum)
  }
}
