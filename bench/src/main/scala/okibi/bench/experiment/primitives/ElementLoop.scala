package okibi.bench.experiment.primitives

import java.io.{DataInput, ObjectInputStream, ObjectOutputStream}

import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.io.{Input, Output}
import org.apache.fory.Fory
import org.apache.fory.memory.MemoryBuffer
import org.apache.hadoop.io.{DataInputBuffer, DataOutputBuffer, Writable}

/** Writes elements one by one, and reads them back. Not thread-safe. */
trait ElementLoop {

  /** Writes all elements over those written before.
    *
    * @return bytes written
    */
  def write(elements: Array[AnyRef]): Long

  /** Reads elements back.
    *
    * @return bytes read
    */
  def read(count: Int): Long

  /** Reads elements back, as objects. */
  def readAll(count: Int): Array[AnyRef]
}

/** The loop of Hadoop: an element writes itself, and one object reads all elements, one after the other. */
final class WritableLoop extends ElementLoop {
  private val out = new DataOutputBuffer
  private val in = new DataInputBuffer
  private var reused: Writable = _

  override def write(elements: Array[AnyRef]): Long = {
    reused = elements(0).getClass.getDeclaredConstructor().newInstance().asInstanceOf[Writable]
    out.reset()
    var i = 0
    while (i < elements.length) {
      elements(i).asInstanceOf[Writable].write(out)
      i += 1
    }
    out.getLength.toLong
  }

  override def read(count: Int): Long = {
    in.reset(out.getData, 0, out.getLength)
    val input: DataInput = in
    var i = 0
    while (i < count) {
      reused.readFields(input)
      i += 1
    }
    in.getPosition.toLong
  }

  override def readAll(count: Int): Array[AnyRef] = {
    in.reset(out.getData, 0, out.getLength)
    Array.fill[AnyRef](count) {
      val element = reused.getClass.getDeclaredConstructor().newInstance()
      element.readFields(in)
      element
    }
  }
}

/** Java's serialization, which forgets written objects after every hundred, as Spark configures it. */
final class JavaLoop extends ElementLoop {
  private val out = new DataOutputBuffer
  private val in = new DataInputBuffer
  private val resetInterval = 100

  override def write(elements: Array[AnyRef]): Long = {
    out.reset()
    val stream = new ObjectOutputStream(out)
    var i = 0
    while (i < elements.length) {
      stream.writeObject(elements(i))
      if (i % resetInterval == 0) stream.reset()
      i += 1
    }
    stream.close()
    out.getLength.toLong
  }

  override def read(count: Int): Long = {
    val stream = open()
    var i = 0
    while (i < count) {
      stream.readObject()
      i += 1
    }
    in.getPosition.toLong
  }

  override def readAll(count: Int): Array[AnyRef] = {
    val stream = open()
    Array.fill(count)(stream.readObject())
  }

  private def open(): ObjectInputStream = {
    in.reset(out.getData, 0, out.getLength)
    new ObjectInputStream(in)
  }
}

/** Kryo with its own defaults, which writes known classes as numbers. */
final class KryoLoop extends ElementLoop {
  private val kryo = new Kryo
  private val out = new Output(1 << 20, -1)
  private val in = new Input

  override def write(elements: Array[AnyRef]): Long = {
    out.clear()
    var i = 0
    while (i < elements.length) {
      kryo.writeClassAndObject(out, elements(i))
      i += 1
    }
    out.total
  }

  override def read(count: Int): Long = {
    in.setBuffer(out.getBuffer, 0, out.position)
    var i = 0
    while (i < count) {
      kryo.readClassAndObject(in)
      i += 1
    }
    in.total
  }

  override def readAll(count: Int): Array[AnyRef] = {
    in.setBuffer(out.getBuffer, 0, out.position)
    Array.fill(count)(kryo.readClassAndObject(in))
  }
}

/** Fory in its Java mode, without registration. */
final class ForyLoop extends ElementLoop {
  private val fory = Fory
    .builder()
    .withXlang(false)
    .requireClassRegistration(false)
    .suppressClassRegistrationWarnings(true)
    .withRefTracking(false)
    .withAsyncCompilation(false)
    .build()
  private val buffer = MemoryBuffer.newHeapBuffer(1 << 20)

  override def write(elements: Array[AnyRef]): Long = {
    buffer.writerIndex(0)
    var i = 0
    while (i < elements.length) {
      fory.serialize(buffer, elements(i))
      i += 1
    }
    buffer.writerIndex().toLong
  }

  override def read(count: Int): Long = {
    buffer.readerIndex(0)
    var i = 0
    while (i < count) {
      fory.deserialize(buffer)
      i += 1
    }
    buffer.readerIndex().toLong
  }

  override def readAll(count: Int): Array[AnyRef] = {
    buffer.readerIndex(0)
    Array.fill(count)(fory.deserialize(buffer))
  }
}
