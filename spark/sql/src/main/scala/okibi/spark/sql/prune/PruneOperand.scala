package okibi.spark.sql.prune

import okibi.spark.sql.stats.{BytesOrder, LongOrder, SqlKeyOrder, WideningCast}

/** What a predicate compares with constants: a column, or a cast of the column that keeps the order of its values.
  *
  * @param order of the operand's type, which is the type of the cast if there is one
  */
private[prune] final case class PruneOperand(column: Int, order: SqlKeyOrder, cast: Option[WideningCast]) {
  import PruneOperand._

  /** @param constants of the operand's type, ascending */
  def keys(constants: Seq[Any]): ComparisonKeys = cast match {
    case Some(cast) => new CastKeys(column, cast, order, constants.toArray)
    case None =>
      order match {
        case longs: LongOrder => new LongKeys(column, constants.map(longs.key).toArray)
        case bytes: BytesOrder => new BytesKeys(column, constants.map(bytes.key).toArray)
      }
  }

  /** The rule to report: the one for casts, or that of a predicate on the column itself. */
  def rule(ofColumn: PruneRule): PruneRule = if (cast.isDefined) PruneRule.Casts else ofColumn

  /** The constants in ascending order, without duplicates. */
  def sorted(constants: Seq[Any]): Seq[Any] = order match {
    case longs: LongOrder => distinct(constants.map(value => longs.key(value) -> value))(Ordering.Long)
    case bytes: BytesOrder => distinct(constants.map(value => bytes.key(value) -> value))(unsigned)
  }
}

private[prune] object PruneOperand {
  private val unsigned: Ordering[Array[Byte]] = new Ordering[Array[Byte]] {
    def compare(a: Array[Byte], b: Array[Byte]): Int = java.util.Arrays.compareUnsigned(a, b)
  }

  private def distinct[K](keyed: Seq[(K, Any)])(order: Ordering[K]): Seq[Any] = {
    val ascending = keyed.sortBy(_._1)(order)
    ascending.take(1).map(_._2) ++
      ascending.zip(ascending.drop(1)).collect {
        case ((before, _), (key, value)) if !order.equiv(before, key) => value
      }
  }
}
