package okibi.spark.soak

import java.nio.file.Path

import okibi.spark._
import okibi.spark.faults.KnownAnswers

import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.storage.StorageLevel

/** Jobs of all kinds, each with a known answer; nothing of them stays persisted. Without streams: each leaves a session
  * behind, with Spark alone too.
  */
final class SoakRound(session: SparkSession, folder: Path) {
  private val context = session.sparkContext
  context.setCheckpointDir(folder.resolve("checkpoints").toUri.toString)

  /** Runs one round, and returns what is wrong. */
  def run(number: Int): Seq[String] = {
    val level = KnownAnswers.level(number)
    tables(level) ++ Seq(
      wanted("index", 7L)(lookup(level)),
      wanted("checkpoint", 4950L)(checkpointed(number)),
      wanted("broadcast", 200L)(broadcastJoin(level)),
      wanted("cached on cached", 500L)(cachedOnCached(level)),
      wanted("nested columns", 1000L)(nested(level))
    ).flatten
  }

  private def wanted(job: String, answer: Long)(found: Long): Option[String] =
    if (found == answer) None else Some(s"$job $found, not $answer")

  private def tables(level: StorageLevel): Seq[String] = {
    val known = new KnownAnswers(session, level)
    try known.wrong() ++ known.wrong()
    finally known.unpersist(blocking = true)
  }

  private def lookup(level: StorageLevel): Long = {
    val indexed = context.range(0, 20000, 1, 8).map(n => n -> n).indexedByKey(level)
    try {
      indexed.count()
      indexed.lookup(7L).head
    } finally { indexed.unpersist(blocking = true); () }
  }

  private def checkpointed(number: Int): Long = {
    val records = context.range(0, 100, 1, 4).map(identity).persist(StorageLevel.MEMORY_ONLY)
    if (number % 2 == 0) records.checkpoint() else records.localCheckpoint()
    try {
      records.count()
      records.fold(0L)(_ + _)
    } finally { records.unpersist(blocking = true); () }
  }

  private def within[T](table: DataFrame, level: StorageLevel)(work: DataFrame => T): T = {
    table.persist(level)
    try work(table)
    finally { table.unpersist(blocking = true); () }
  }

  private def broadcastJoin(level: StorageLevel): Long =
    within(session.range(0, 10000, 1, 4).selectExpr("id", "id % 50 as k"), level) { table =>
      table.hint("broadcast").join(table.where("k = 1").select("id"), "id").count()
    }

  private def cachedOnCached(level: StorageLevel): Long =
    within(session.range(0, 10000, 1, 4).selectExpr("id", "id % 20 as k"), level) { table =>
      within(table.where("k = 3"), level)(_.count())
    }

  private def nested(level: StorageLevel): Long =
    within(session.range(0, 1000, 1, 2).selectExpr("id", "named_struct('a', id, 'b', array(id, 1)) as s"), level) {
      _.where("s.a = s.b[0]").count()
    }
}
