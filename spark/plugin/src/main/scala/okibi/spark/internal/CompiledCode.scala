package okibi.spark.internal

import org.apache.spark.SparkConf

/** Bounds the compiled code of queries that each JVM keeps. Spark keeps the code of 100 stages. If some ten queries run
  * in turn, Spark compiles each of them every time, and on small tables that takes longer than reading them.
  */
private[internal] object CompiledCode {
  private val key = "spark.sql.codegen.cache.maxEntries"

  private val sparksStages = 100
  private val mostStages = 10000

  /** Bytes of heap that the code of one stage takes: its text and its classes. An estimate. */
  private val stageBytes = 20L << 10

  /** One byte in this many bytes of the heap may hold code. */
  private val heapShare = 100

  /** Changes the application's own configuration, unless the key is set there.
    *
    * @param isLocal whether the driver's JVM is the only one
    */
  def install(conf: SparkConf, isLocal: Boolean): Unit = {
    val driverBytes = Runtime.getRuntime.maxMemory
    val heapBytes =
      if (isLocal) driverBytes else math.min(driverBytes, conf.getSizeAsMb("spark.executor.memory", "1g") << 20)
    conf.setIfMissing(key, stages(heapBytes).toString)
  }

  /** Stages whose code is kept, in JVMs with at least this heap. */
  def stages(heapBytes: Long): Int =
    math.min(mostStages, math.max(sparksStages, heapBytes / heapShare / stageBytes)).toInt
}
