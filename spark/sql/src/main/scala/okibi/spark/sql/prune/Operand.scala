package okibi.spark.sql.prune

import okibi.spark.sql.stats.{BytesOrder, KeyOrder, LongOrder, WideningCast}

import org.apache.spark.sql.types.DataType

/** What a predicate compares with constants: a column, or a cast of it that keeps the order.
  *
  * @param order of the operand's type, which is the cast's
  */
private[prune] final case class Operand(column: Int, dataType: DataType, order: KeyOrder, cast: Option[WideningCast]) {
  import Operand._

  /** @param constants of the operand's type, ascending */
  def keys(constants: Seq[Any]): Keys = cast match {
    case Some(cast) => new CastKeys(column, cast.from, cast.ofField, order, cast.slack, constants.toArray)
    case None =>
      order match {
        case longs: LongOrder => new LongKeys(column, constants.map(longs.key).toArray)
        case bytes: BytesOrder => new BytesKeys(column, constants.map(bytes.key).toArray)
      }
  }

  def rule(own: Rule): Rule = if (cast.isDefined) Rule.Casts else own

  /** Constants in order, each once. */
  def sorted(constants: Seq[Any]): Seq[Any] = order match {
    case longs: LongOrder => distinct(constants.map(value => longs.key(value) -> value))(Ordering.Long)
    case bytes: BytesOrder => distinct(constants.map(value => bytes.key(value) -> value))(unsigned)
  }
}

private[prune] object Operand {
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
