package okibi.explain.log

import scala.collection.mutable.ArrayBuffer

import com.fasterxml.jackson.core.{JsonParser, JsonToken}

/** Walks through JSON once, forwards, taking what is wanted and stepping over the rest without keeping it. It stands before a value when a field or
  * an element is handed out. Not thread-safe.
  */
private[log] final class JsonCursor(parser: JsonParser) {

  /** Hands out each field of the object that it stands before; nothing when it is something else. */
  def fields(field: String => Unit): Unit = if (parser.currentToken == JsonToken.START_OBJECT) rest(field)

  /** Hands out each further field of the object that it stands in. */
  def rest(field: String => Unit): Unit =
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      val name = parser.currentName
      parser.nextToken()
      field(name)
      skip()
    }

  /** What each element of the list that it stands before was made into; nothing when it is something else. */
  def elements[T](element: => T): Seq[T] =
    if (parser.currentToken == JsonToken.START_ARRAY) {
      val all = ArrayBuffer.empty[T]
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (all.size == JsonCursor.mostElements)
          throw new NotAnEvent(s"a list of more than ${JsonCursor.mostElements} elements")
        all += element
        skip()
      }
      all.toSeq
    } else Nil

  /** Texts of an object's fields, as many as are kept, and how many are not; those that are no texts are left out. */
  def texts: (Map[String, String], Long) = {
    val all = Map.newBuilder[String, String]
    var (count, characters, left) = (0, 0L, 0L)
    fields { name =>
      if (parser.currentToken.isScalarValue) {
        val value = text
        count += 1
        characters += name.length + value.length
        if (count > JsonCursor.mostTexts || characters > JsonCursor.mostCharacters) left += 1 else all += name -> value
      }
    }
    (all.result(), left)
  }

  /** A text, or whatever stands there as one; empty for null and what has parts. */
  def text: String = parser.getValueAsString("")

  /** 0 when it is no number. */
  def long: Long = parser.getValueAsLong(0)
  def int: Int = parser.getValueAsInt(0)
  def boolean: Boolean = parser.getValueAsBoolean(false)

  /** What was handed out and has parts is stepped over, unless somebody walked through it. */
  private def skip(): Unit = if (parser.currentToken.isStructStart) parser.skipChildren()
}

private object JsonCursor {

  /** More stages, RDDs or parents than any job has. */
  private val mostElements = 1000000

  /** More properties than anybody sets, and longer ones. */
  private val mostTexts = 10000
  private val mostCharacters = 8000000L
}
