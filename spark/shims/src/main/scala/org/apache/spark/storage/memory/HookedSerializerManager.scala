package org.apache.spark.storage.memory

import java.io.{BufferedInputStream, BufferedOutputStream, FileInputStream, InputStream, OutputStream}
import java.nio.ByteBuffer
import java.nio.channels.{Channels, WritableByteChannel}

import scala.reflect.ClassTag

import okibi.spark.shims.BlockFormat

import org.apache.spark.SparkConf
import org.apache.spark.serializer.{
  DeserializationStream,
  SerializationStream,
  Serializer,
  SerializerInstance,
  SerializerManager
}
import org.apache.spark.storage.{BlockId, RDDBlockId}
import org.apache.spark.util.Utils
import org.apache.spark.util.io.{ChunkedByteBuffer, ChunkedByteBufferOutputStream}

/** Passes blocks of cached RDDs to `format`, and all else to the manager that it replaces, in the block manager and in
  * SparkEnv.
  *
  * @param channelOf the channel that the disk store has just opened for a block on this thread, if it is known
  */
private[spark] final class HookedSerializerManager(
    original: SerializerManager,
    conf: SparkConf,
    encryptionKey: Option[Array[Byte]],
    format: BlockFormat,
    channelOf: RDDBlockId => Option[WritableByteChannel]
) extends SerializerManager(null, conf, encryptionKey) {

  // The unroll of the memory store asks for a serializer by class only. This field tells the block.
  private val unrolling = new ThreadLocal[RDDBlockId]

  /** Runs `body`. The next serializer that this thread asks for is the one for `block`. */
  def unrollingBytes[T](block: RDDBlockId)(body: => T): T = {
    val outer = unrolling.get
    unrolling.set(block)
    try body
    finally unrolling.set(outer)
  }

  override def setDefaultClassLoader(classLoader: ClassLoader): Unit = original.setDefaultClassLoader(classLoader)

  override def getSerializer(tag: ClassTag[_], autoPick: Boolean): Serializer = unrolling.get match {
    case null => original.getSerializer(tag, autoPick)
    case block =>
      unrolling.set(null)
      new FormatSerializer(block, tag)
  }

  override def getSerializer(keyTag: ClassTag[_], valueTag: ClassTag[_]): Serializer =
    original.getSerializer(keyTag, valueTag)

  override def dataSerializeStream[T: ClassTag](blockId: BlockId, out: OutputStream, values: Iterator[T]): Unit =
    blockId match {
      case block: RDDBlockId =>
        val file = format.buffered(out, channelOf(block))
        Utils.tryWithSafeFinally(format.write(block, wrapForCompression(block, file), values, implicitly[ClassTag[T]]))(
          file.close()
        )
      case _ => original.dataSerializeStream(blockId, out, values)
    }

  override def dataSerialize[T: ClassTag](blockId: BlockId, values: Iterator[T]): ChunkedByteBuffer =
    dataSerializeWithExplicitClassTag(blockId, values, implicitly[ClassTag[T]])

  override def dataSerializeWithExplicitClassTag(
      blockId: BlockId,
      values: Iterator[_],
      tag: ClassTag[_]
  ): ChunkedByteBuffer =
    blockId match {
      case block: RDDBlockId =>
        val bytes = new ChunkedByteBufferOutputStream(1 << 22, ByteBuffer.allocate)
        format.write(
          block,
          wrapForCompression(block, new BufferedOutputStream(bytes)),
          values.asInstanceOf[Iterator[Any]],
          tag.asInstanceOf[ClassTag[Any]]
        )
        bytes.toChunkedByteBuffer
      case _ => original.dataSerializeWithExplicitClassTag(blockId, values, tag)
    }

  override def dataDeserializeStream[T](blockId: BlockId, in: InputStream)(tag: ClassTag[T]): Iterator[T] =
    blockId match {
      case block: RDDBlockId =>
        format.read(
          block,
          wrapForCompression(block, new BufferedInputStream(in)),
          tag,
          HookedSerializerManager.isDiskStoreStream(in)
        )
      case _ => original.dataDeserializeStream(blockId, in)(tag)
    }

  private final class FormatSerializer(block: RDDBlockId, tag: ClassTag[_]) extends Serializer {
    override def newInstance(): SerializerInstance = {
      val spark = original.getSerializer(tag, autoPick = true).newInstance()
      new SerializerInstance {
        override def serializeStream(out: OutputStream): SerializationStream = format.writer(block, out, tag)
        override def serialize[T: ClassTag](value: T): ByteBuffer = spark.serialize(value)
        override def deserialize[T: ClassTag](bytes: ByteBuffer): T = spark.deserialize(bytes)
        override def deserialize[T: ClassTag](bytes: ByteBuffer, loader: ClassLoader): T =
          spark.deserialize(bytes, loader)
        override def deserializeStream(in: InputStream): DeserializationStream = spark.deserializeStream(in)
      }
    }
  }
}

private object HookedSerializerManager {
  private val encryptedStream: Class[_] =
    Channels.newInputStream(Channels.newChannel(InputStream.nullInputStream())).getClass

  /** DiskStore opens a plain file as a FileInputStream, and an encrypted file as the stream of a channel. Blocks in
    * memory and blocks from other executors come as other classes.
    */
  private def isDiskStoreStream(in: InputStream): Boolean =
    in.isInstanceOf[FileInputStream] || encryptedStream.isInstance(in)
}
