package okibi.spark

import java.nio.charset.StandardCharsets.ISO_8859_1

import org.apache.spark.api.java.function.{Function => JavaFunction}

/** The key of an element of an indexed RDD of Python: the element is bytes, and starts with the digest of its key. The
  * digest is a string of one character a byte, which the index can compare.
  *
  * @param digestBytes length of the digest
  */
final class PythonKey(digestBytes: Int) extends JavaFunction[Array[Byte], String] {
  override def call(element: Array[Byte]): String = new String(element, 0, digestBytes, ISO_8859_1)
}
