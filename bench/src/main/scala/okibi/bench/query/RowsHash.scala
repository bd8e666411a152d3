package okibi.bench.query

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

import org.apache.spark.sql.Row

/** A short text for rows: their number and a hash. The hash depends neither on the order of rows nor on the last digits
  * of doubles, which depend on the order of additions.
  */
object RowsHash {
  def apply(rows: Seq[Row]): String = {
    val digest = MessageDigest.getInstance("SHA-256")
    rows.map(text).sorted.foreach(row => digest.update((row + "\n").getBytes(UTF_8)))
    s"${rows.size} rows ${digest.digest().take(6).map(b => f"$b%02x").mkString}"
  }

  private def text(row: Row): String = row.toSeq
    .map {
      case number: Double => f"$number%.9e"
      case other => String.valueOf(other)
    }
    .mkString("[", ",", "]")
}
