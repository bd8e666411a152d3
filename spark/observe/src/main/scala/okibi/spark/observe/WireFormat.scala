package okibi.spark.observe

import java.io.{
  ByteArrayInputStream,
  ByteArrayOutputStream,
  ObjectInputFilter,
  ObjectInputStream,
  ObjectOutputStream,
  ObjectStreamClass
}

/** Messages as plain bytes. Spark's RPC reads a message with the class loader with which its environment was made,
  * which does not know classes that came by --jars. An executor that receives such a message drops the connection to
  * its driver, and ends.
  */
object WireFormat {

  // Both ends are Spark processes that have authenticated each other as configured. Other classes are refused.
  private val allowed =
    ObjectInputFilter.Config.createFilter("okibi.**;scala.**;java.lang.*;java.util.*;maxbytes=1048576;!*")

  def encode(message: AnyRef): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(message)
    out.close()
    bytes.toByteArray
  }

  /** @throws java.io.IOException for bytes that `encode` did not write */
  def decode(bytes: Array[Byte]): AnyRef = {
    val in = new ObjectInputStream(new ByteArrayInputStream(bytes)) {
      override def resolveClass(described: ObjectStreamClass): Class[_] =
        try Class.forName(described.getName, false, WireFormat.getClass.getClassLoader)
        catch { case _: ClassNotFoundException => super.resolveClass(described) }
    }
    in.setObjectInputFilter(allowed)
    in.readObject()
  }
}
