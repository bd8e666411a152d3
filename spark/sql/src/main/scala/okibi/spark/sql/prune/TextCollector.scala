package okibi.spark.sql.prune

import okibi.spark.sql.column.StringVector
import okibi.spark.sql.stats.{CollectPlan, ColumnGroup, SqlKeyOrder, SetCollector, SetsPacket}
import okibi.spark.sql.table.{BatchReader, TableBatch}

import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.types.{DataType, StringType}
import org.apache.spark.unsafe.types.UTF8String

/** Gathers the sets of a partition's string columns from its batches, as they pass into the cache. A batch keeps a
  * string that occurs often once, whereas rows repeat the string. For one task.
  */
private[prune] final class TextCollector(plan: CollectPlan, partition: Int) {
  private var rows = 0L

  /** The sets that have not given up. */
  private var sets: Array[TextSet] = _
  private var reader: BatchReader = _
  keep(plan.setsFromBatches.map(new TextSet(_)).toArray)

  def add(batch: CachedBatch): Unit = {
    rows += batch.numRows
    if (sets.nonEmpty) batch match {
      case table: TableBatch =>
        val texts = reader.read(table)
        val left = sets.indices.filter(i => sets(i).add(texts(i).asInstanceOf[StringVector], table.numRows))
        if (left.length < sets.length) keep(left.map(sets(_)).toArray)
      case _ => keep(Array.empty)
    }
  }

  private def keep(left: Array[TextSet]): Unit = {
    sets = left
    reader = new BatchReader(left.map(_.column), Array.fill[DataType](left.length)(StringType))
  }

  /** What to send to the driver after the last batch. */
  def packet(): Option[Array[Byte]] = SetsPacket.of(plan, partition, rows, sets.toSeq)

  private final class TextSet(val column: Int)
      extends SetCollector(ColumnGroup.of(column), plan.form, plan.setKeys, plan.setBytes) {

    /** @return false if the set gives up: there are more distinct strings than are wanted */
    def add(texts: StringVector, rows: Int): Boolean =
      if (texts.dictionarySize > 0) addAll(texts.dictionarySize, texts.entry)
      else addAll(rows, texts.getUTF8String)

    private def addAll(count: Int, text: Int => UTF8String): Boolean = {
      var isWanted = true
      var i = 0
      while (i < count && isWanted) {
        val next = text(i)
        if (next != null) isWanted = add(SqlKeyOrder.Strings.hashOf(next))
        i += 1
      }
      isWanted
    }
  }
}
