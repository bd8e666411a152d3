package okibi.explain.log

import java.io.{IOException, InputStream}

import com.fasterxml.jackson.core.{JsonFactoryBuilder, JsonToken, StreamReadConstraints, StreamReadFeature}
import okibi.explain.event.{Event, OtherEvent}

/** Parses the events of Spark 3.0 to 4.3: a JSON object each, whose first field is the event's name. Not thread-safe.
  */
private[log] final class EventParser {
  private val factory = new JsonFactoryBuilder()
    .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
    .streamReadConstraints(
      StreamReadConstraints
        .builder()
        .maxNestingDepth(EventParser.mostDepth)
        .maxStringLength(EventParser.mostCharacters)
        .build()
    )
    .build()

  /** @throws NotAnEvent when the line is no such object
    * @throws IOException when the line is no JSON or cannot be read
    */
  def parse(line: InputStream): Event = {
    val parser = factory.createParser(line)
    try {
      def isNext(token: JsonToken): Boolean = parser.nextToken() == token
      val isNamed = isNext(JsonToken.START_OBJECT) && isNext(JsonToken.FIELD_NAME) && parser.currentName == "Event" &&
        isNext(JsonToken.VALUE_STRING)
      if (!isNamed) throw new NotAnEvent("the first field is not the name of an event")
      val name = parser.getText
      val json = new JsonCursor(parser)
      EventReaders.of(name) match {
        case Some(reader) => reader(json)
        case None => json.rest(_ => ()); OtherEvent(name)
      }
    } finally parser.close()
  }
}

/** A line that is JSON, but not an event as Spark writes it. */
private[log] final class NotAnEvent(why: String) extends IOException(why)

private object EventParser {

  /** More than any event of Spark has. */
  private val mostDepth = 200

  /** Of a text that is read. Longer texts are skipped as long as no reader needs them. */
  private val mostCharacters = 1 << 20
}
