package okibi.spark.internal

import org.apache.spark.SparkConf

/** How much compiled code of queries each JVM keeps. Spark keeps that of 100 stages: where some ten queries are asked in turn, each is compiled anew
  * every time, and on small tables that takes longer than reading them.
  */
private[internal] object CompiledCode {
  private val key = "spark.sql.codegen.cache.maxEntries"

  private val sparksStages = 100
  private val mostStages = 10000

  /** Heap that the code of one stage takes, about: its text and its classes. */
  private val stageBytes = 20L << 10

  /** One in so many bytes of the heap may be code. */
  private val heapShare = 100

  /** Changes the application's own configuration, unless that has the key.
    *
    * @param isLocal whether the driver's JVM is the only one
    */
  def install(conf: SparkConf, isLocal: Boolean): Unit = {
    val driverBytes = Runtime.getRuntime.maxMemory
    val heapBytes =
      if (isLocal) driverBytes else math.min(driverBytes, conf.getSizeAsMb("spark.executor.memory", "1g") << 20)
    conf.setIfMissing(key, stages(heapBytes).toString)
  }

  /** Stages whose code is kept, in JVMs whose heaps have at least so many bytes. */
  def stages(heapBytes: Long): Int =
    math.min(mostStages, math.max(sparksStages, heapBytes / heapShare / stageBytes)).toInt
}
