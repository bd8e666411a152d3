package okibi.explain.log

import scala.collection.mutable.ArrayBuffer

import com.fasterxml.jackson.core.{JsonParser, JsonToken}

/** Walks through JSON once, forwards: takes what a reader needs and skips the rest without keeping it. It stands before
  * a value when it passes a field or an element on. Not thread-safe.
  */
private[log] final class JsonCursor(parser: JsonParser) {

  /** Passes the name of each field of the object before the cursor on; nothing when there is no object. */
  def fields(field: String => Unit): Unit = if (parser.currentToken == JsonToken.START_OBJECT) rest(field)

  /** Passes the name of each further field of the object around the cursor on. */
  def rest(field: String => Unit): Unit =
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      val name = parser.currentName
      parser.nextToken()
      field(name)
      skip()
    }

  /** Reads each element of the list before the cursor; empty when there is no list.
    *
    * @throws NotAnEvent when the list has too many elements
    */
  def elements[T](element: => T): Seq[T] =
    if (parser.currentToken == JsonToken.START_ARRAY) {
      val all = ArrayBuffer.empty[T]
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (all.size == JsonCursor.mostElements)
          throw new NotAnEvent(s"a list has more than ${JsonCursor.mostElements} elements")
        all += element
        skip()
      }
      all.toSeq
    } else Nil

  /** The texts of the object before the cursor, by the names of their fields. Values with parts are left out. */
  def texts: JsonTexts = {
    val kept = Map.newBuilder[String, String]
    var (count, characters, omitted) = (0, 0L, 0L)
    fields { name =>
      if (parser.currentToken.isScalarValue) {
        val value = text
        count += 1
        characters += name.length + value.length
        if (count > JsonCursor.mostTexts || characters > JsonCursor.mostCharacters) omitted += 1
        else kept += name -> value
      }
    }
    JsonTexts(kept.result(), omitted)
  }

  /** The value before the cursor as a text; empty for null and for a value with parts. */
  def text: String = parser.getValueAsString("")

  /** 0 when the value is no number. */
  def long: Long = parser.getValueAsLong(0)
  def int: Int = parser.getValueAsInt(0)
  def boolean: Boolean = parser.getValueAsBoolean(false)

  /** Skips a value with parts, unless the reader walked through it. */
  private def skip(): Unit = if (parser.currentToken.isStructStart) parser.skipChildren()
}

/** Texts by the names of their fields.
  *
  * @param omitted how many more there were, beyond the number that is kept
  */
private[log] final case class JsonTexts(kept: Map[String, String] = Map.empty, omitted: Long = 0)

private object JsonCursor {

  /** More stages, RDDs or parents than any job has. */
  private val mostElements = 1000000

  /** More properties than anybody sets, and longer ones. */
  private val mostTexts = 10000
  private val mostCharacters = 8000000L
}
