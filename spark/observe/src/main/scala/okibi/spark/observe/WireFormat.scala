package okibi.spark.observe

import java.io.{ByteArrayOutputStream, DataOutputStream, IOException}
import java.nio.{BufferUnderflowException, ByteBuffer}
import java.nio.charset.StandardCharsets.UTF_8

import okibi.core.reuse.{RddReuse, ReusePlan}

/** The messages between executors and driver as plain bytes: a byte for the kind, then the fields. Spark's RPC reads an
  * object with the class loader with which its environment was made, which does not know classes that came by --jars.
  * An executor that receives such an object drops the connection to its driver, and ends.
  *
  * Reading makes no other classes than those of the messages, and takes no more memory than some times the bytes.
  */
object WireFormat {
  private val nothing = 0
  private val planRequest = 1
  private val planReply = 2
  private val nodeReport = 3
  private val nodeAnswer = 4

  /** @param message null, [[PlanRequest]], [[PlanReply]], [[NodeReport]] or [[NodeAnswer]] */
  def encode(message: AnyRef): Array[Byte] = {
    val out = new Writer
    message match {
      case null => out.data.writeByte(nothing)
      case PlanRequest(executor, version, counters) =>
        out.data.writeByte(planRequest)
        out.text(executor)
        out.data.writeLong(version)
        out.all(counters.toSeq) { case (name, value) =>
          out.text(name)
          out.data.writeLong(value)
        }
      case PlanReply(plan, intervalMs) =>
        out.data.writeByte(planReply)
        out.all(plan.toSeq)(out.plan)
        out.data.writeInt(intervalMs)
      case NodeReport(executor, host, series) =>
        out.data.writeByte(nodeReport)
        out.text(executor)
        out.text(host)
        out.all(series.toSeq)(out.text)
      case NodeAnswer(wanted, nextSeconds) =>
        out.data.writeByte(nodeAnswer)
        out.data.writeBoolean(wanted)
        out.data.writeInt(nextSeconds)
      case other =>
        throw new IllegalArgumentException(s"${other.getClass.getName} is no message. This is a bug in Okibi.")
    }
    out.bytes
  }

  /** @throws java.io.IOException for bytes that `encode` did not write */
  def decode(bytes: Array[Byte]): AnyRef =
    try {
      val in = new Reader(ByteBuffer.wrap(bytes))
      val message = in.byte() match {
        case `nothing` => null
        case `planRequest` => PlanRequest(in.text(), in.long(), in.all(in.text() -> in.long()).toMap)
        case `planReply` => PlanReply(in.all(in.plan()).headOption, in.int())
        case `nodeReport` => NodeReport(in.text(), in.text(), in.all(in.text()).headOption)
        case `nodeAnswer` => NodeAnswer(in.byte() != 0, in.int())
        case kind => throw damaged(s"of kind $kind")
      }
      if (in.left > 0) throw damaged(s"with ${in.left} bytes too many")
      message
    } catch { case _: BufferUnderflowException => throw damaged(s"of ${bytes.length} bytes that ends too early") }

  private def damaged(what: String) =
    new IOException(s"Okibi got a message $what. All nodes of an application must run the same Okibi jar.")

  private final class Writer {
    private val buffer = new ByteArrayOutputStream
    val data = new DataOutputStream(buffer)

    def bytes: Array[Byte] = buffer.toByteArray

    def text(value: String): Unit = {
      val utf8 = value.getBytes(UTF_8)
      data.writeInt(utf8.length)
      data.write(utf8)
    }

    def all[T](values: Seq[T])(write: T => Unit): Unit = {
      data.writeInt(values.size)
      values.foreach(write)
    }

    def plan(plan: ReusePlan): Unit = {
      data.writeLong(plan.version)
      data.writeInt(plan.stage)
      all(plan.rdds.toSeq) { reuse =>
        data.writeInt(reuse.rdd)
        all(reuse.pending.toSeq)(data.writeInt(_))
        data.writeDouble(reuse.later)
        data.writeDouble(reuse.distance)
        all(reuse.peers.toSeq)(data.writeInt(_))
      }
    }
  }

  private final class Reader(in: ByteBuffer) {
    def left: Int = in.remaining
    def byte(): Int = in.get().toInt
    def int(): Int = in.getInt()
    def long(): Long = in.getLong()

    /** A count of what takes at least a byte each. */
    private def count(): Int = {
      val count = in.getInt()
      if (count < 0 || count > left) throw new BufferUnderflowException
      count
    }

    def text(): String = {
      val utf8 = new Array[Byte](count())
      in.get(utf8)
      new String(utf8, UTF_8)
    }

    def all[T](read: => T): Seq[T] = Vector.fill(count())(read)

    def plan(): ReusePlan = ReusePlan(
      long(),
      int(),
      all(RddReuse(int(), all(int()).toArray, in.getDouble(), in.getDouble(), all(int()).toArray)).toArray
    )
  }
}
