package okibi.bench.query

import java.nio.file.Paths

import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.workload.SparkJob

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** Makes tables of a suite. Arguments: data (folder), scaleFactor, tables (names). */
abstract class TablesJob(suite: QuerySuite) extends SparkJob(s"${suite.name} data") {
  final override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val tables = request.args("tables").arr.map(name => suite.table(name.str)).toSeq
    watch.time("make")(
      suite.files.make(
        SparkSession.builder().getOrCreate(),
        Paths.get(request.args("data").str),
        request.args("scaleFactor").num,
        tables
      )
    )
    ujson.Null
  }
}
