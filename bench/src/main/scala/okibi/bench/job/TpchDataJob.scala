package okibi.bench.job

import java.nio.file.Paths

import okibi.bench.tpch.TpchData

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** Makes the tables of TPC-H. Arguments: data (folder), scaleFactor. */
object TpchDataJob extends SparkJob("tpch data") {
  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    watch.time("make")(TpchData.make(SparkSession.builder().getOrCreate(), Paths.get(request.args("data").str), request.args("scaleFactor").num))
    ujson.Null
  }
}
