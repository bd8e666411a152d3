package okibi.mapreduce

import org.apache.hadoop.io.compress.{BZip2Codec, CompressionCodec, DefaultCodec, GzipCodec, Lz4Codec, SnappyCodec}
import org.apache.hadoop.mapred.JobConf

/** A codec of Hadoop that works without Hadoop's native library, unlike Zstandard.
  *
  * @param slowness the factor by which a job with the codec should have fewer records than a job without a codec
  */
final case class MapOutputCodec(name: String, of: Class[_ <: CompressionCodec], slowness: Int) {
  def set(job: JobConf): Unit = {
    job.setCompressMapOutput(true)
    job.setMapOutputCompressorClass(of)
  }

  override def toString: String = name
}

object MapOutputCodec {
  val zlib: MapOutputCodec = MapOutputCodec("zlib", classOf[DefaultCodec], slowness = 3)
  val all: Seq[MapOutputCodec] = Seq(
    zlib,
    MapOutputCodec("gzip", classOf[GzipCodec], slowness = 3),
    MapOutputCodec("bzip2", classOf[BZip2Codec], slowness = 10),
    MapOutputCodec("Snappy", classOf[SnappyCodec], slowness = 1),
    MapOutputCodec("LZ4", classOf[Lz4Codec], slowness = 1)
  )
}
