package okibi.explain.log

import java.io.{IOException, InputStream}

import com.fasterxml.jackson.core.{JsonFactoryBuilder, JsonToken, StreamReadConstraints, StreamReadFeature}
import okibi.explain.event.{Event, Other}

/** Reads the events of Spark 3.0 to 4.3: a JSON object each, whose first field says which one it is. Not thread-safe. */
private[log] final class EventParser {
  private val factory = new JsonFactoryBuilder()
    .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
    .streamReadConstraints(
      StreamReadConstraints.builder().maxNestingDepth(EventParser.maxDepth).maxStringLength(EventParser.maxText).build()
    )
    .build()

  /** @throws NotAnEvent when the line is no such object
    * @throws IOException when it is no JSON, or cannot be read
    */
  def parse(line: InputStream): Event = {
    val parser = factory.createParser(line)
    try {
      def isNext(token: JsonToken): Boolean = parser.nextToken() == token
      if (
        !isNext(JsonToken.START_OBJECT) || !isNext(JsonToken.FIELD_NAME) || parser.currentName != "Event" || !isNext(
          JsonToken.VALUE_STRING
        )
      )
        throw new NotAnEvent("its first field is no name of an event")
      val name = parser.getText
      val json = new JsonCursor(parser)
      EventReaders.of(name) match {
        case Some(reader) => reader(json)
        case None => json.rest(_ => ()); Other(name)
      }
    } finally parser.close()
  }
}

/** A line that is JSON, but not what Spark writes. */
private[log] final class NotAnEvent(why: String) extends IOException(why)

private object EventParser {

  /** What is deeper than any event of Spark's. */
  private val maxDepth = 200

  /** Characters of a text that somebody asks for; longer ones are stepped over as long as nobody does. */
  private val maxText = 1 << 20
}
