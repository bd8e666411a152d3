package okibi.spark.cache.codec

import java.io.{InputStream, OutputStream, SequenceInputStream, ByteArrayInputStream}

import scala.reflect.ClassTag

import org.apache.spark.{SparkConf, TaskContext}
import org.apache.spark.serializer.{SerializationStream, Serializer}

import okibi.core.metric.{CacheMetrics, Counters}

/** Writes and reads the records of cached RDD blocks. One per executor. Thread-safe.
  *
  * @param conf     the application's configuration, for its Kryo settings
  * @param spark    returns Spark's own serializer for a class tag, for records that this codec does not write
  * @param counters counts time, bytes and fallbacks
  * @param timing   hears the cost of each block
  * @param readsOthers whether blocks without this format's mark are read, by Spark's own serializer. Among blocks that
  *                 this codec wrote, such a block is damaged, and Kryo would read wrong records in it
  */
final class BlockCodec(
    conf: SparkConf,
    spark: ClassTag[_] => Serializer,
    counters: Counters,
    timing: CodecTiming,
    readsOthers: Boolean
) extends RecordCodec {
  private val kryo = new KryoChoices(conf)
  private val refusals = new Refusals(kryo, new JavaContract(conf))
  private val layouts = new ClassLayouts(refusals)
  private val scopes = new LoaderScopes(layouts, refusals)
  private val proofs = new ReadBackProofs
  private val fallbacks = new Fallbacks(counters)
  @volatile private var defaultLoader: ClassLoader = _

  /** Sets the class loader for threads that run no task, such as threads that receive blocks from other executors.
    * Without it, they use their own.
    */
  def setDefaultClassLoader(loader: ClassLoader): Unit = defaultLoader = loader

  /** A stream for the records of one block. Each record is serialized immediately, so the caller may reuse it.
    *
    * @param rdd the RDD of the block; after a record that cannot be written, all later blocks of the RDD begin with
    *            Spark's serializer
    * @param out need not be buffered; closed by `close()`
    * @param tag class of the records, for Spark's serializer
    */
  override def writer(rdd: Int, out: OutputStream, tag: ClassTag[_]): SerializationStream = {
    val loaderScope = scope()
    new BlockWriter(
      new FrameOutput(out),
      new Encoders(new PlainEncoder(layouts), new ForyFrame.Encoder(loaderScope.fory, proofs)),
      stream => spark(tag).newInstance().serializeStream(stream),
      fellBack = kryo.everything || fallbacks.contains(rdd),
      onFallback = fallbacks.add(rdd, _),
      onClose = (bytes, serializeNs, writeNs) => {
        counters.add(CacheMetrics.writtenBytes, bytes)
        counters.add(CacheMetrics.serializeNs, serializeNs)
        timing.wrote(rdd, bytes, serializeNs, writeNs)
      }
    )
  }

  /** The records of one block, read on demand.
    *
    * @param in need not be buffered; closed at the end of the iterator
    * @throws java.io.IOException from the iterator, with the position, when the block is damaged or was cut short
    */
  override def read[T](rdd: Int, in: InputStream, tag: ClassTag[_], onFailure: Throwable => Unit): Iterator[T] = {
    val frames = new FrameInput(in)
    frames.foreignStart() match {
      case Some(_) if !readsOthers => throw frames.damaged("its first bytes are not the mark of a block")
      case Some(first) =>
        val whole = new SequenceInputStream(new ByteArrayInputStream(first), in)
        new WatchedIterator(spark(tag).newInstance().deserializeStream(whole).asIterator, onFailure)
          .asInstanceOf[Iterator[T]]
      case None =>
        new BlockReader[T](
          frames,
          new Decoders(scope()),
          stream => spark(tag).newInstance().deserializeStream(stream).asIterator,
          onEnd = (bytes, readNs, deserializeNs) => {
            counters.add(CacheMetrics.readBytes, bytes)
            counters.add(CacheMetrics.deserializeNs, deserializeNs)
            timing.read(rdd, bytes, readNs, deserializeNs)
          },
          onFailure
        )
    }
  }

  /** Forgets an RDD that was unpersisted. */
  override def forget(rdd: Int): Unit = fallbacks.forget(rdd)

  // Tasks run with the class loader of the user's jars; other threads may not.
  private def scope(): LoaderScope = {
    val ofThread = Thread.currentThread.getContextClassLoader
    val chosen =
      if (defaultLoader != null && (ofThread == null || TaskContext.get() == null)) defaultLoader else ofThread
    scopes.of(if (chosen == null) getClass.getClassLoader else chosen)
  }
}
