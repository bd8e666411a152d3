package okibi.spark.kit

object DamagedCompression {

  /** Compresses blocks of RDDs with a codec that can read damaged data. Spark's default, LZ4, reads outside its buffers
    * when data is damaged and can end the JVM, without Okibi too (CVE-2025-12183).
    */
  val settings: Seq[(String, String)] = Seq("spark.rdd.compress" -> "true", "spark.io.compression.codec" -> "zstd")
}
