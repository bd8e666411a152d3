package okibi.spark.sql.rowfilter

/** A set of whole numbers that is probed for each row: a bitmap if the numbers are dense, else a hash table with open
  * addressing. Immutable.
  */
private[sql] final class KeySet private (first: Long, bits: Array[Long], slots: Array[Long], hasZero: Boolean)
    extends Serializable {

  private def inBitmap(key: Long): Boolean = {
    val at = key - first
    at >= 0 && at < bits.length.toLong * 64 && (bits((at >> 6).toInt) & (1L << at)) != 0
  }

  private def inSlots(key: Long): Boolean =
    if (key == 0) hasZero
    else {
      val mask = slots.length - 1
      var at = KeySet.spread(key) & mask
      while (slots(at) != key && slots(at) != 0) at = (at + 1) & mask
      slots(at) == key
    }

  /** Moves the rows whose keys are in the set to the front, in order.
    *
    * @param keys  of the rows
    * @param count of the rows to test, which are the first ones of the array
    * @return the number of rows that were moved to the front
    */
  def keep(keys: Array[Long], rows: Array[Int], count: Int): Int =
    if (bits != null) keepDense(keys, rows, count) else keepSparse(keys, rows, count)

  private def keepDense(keys: Array[Long], rows: Array[Int], count: Int): Int = {
    var kept = 0
    var i = 0
    while (i < count) {
      rows(kept) = rows(i)
      if (inBitmap(keys(i))) kept += 1
      i += 1
    }
    kept
  }

  private def keepSparse(keys: Array[Long], rows: Array[Int], count: Int): Int = {
    var kept = 0
    var i = 0
    while (i < count) {
      rows(kept) = rows(i)
      if (inSlots(keys(i))) kept += 1
      i += 1
    }
    kept
  }
}

private[sql] object KeySet {

  /** A bitmap has at most this many bits for each key: a hash table takes as much. */
  private val BitsPerKey = 128L

  def apply(keys: Array[Long]): KeySet = {
    val low = if (keys.isEmpty) 0L else keys.min
    val high = if (keys.isEmpty) 0L else keys.max
    val span = high - low
    if (span >= 0 && span < math.max(1024L, keys.length * BitsPerKey)) dense(keys, low, span) else sparse(keys)
  }

  private def dense(keys: Array[Long], low: Long, span: Long): KeySet = {
    val bits = new Array[Long]((span >> 6).toInt + 1)
    keys.foreach { key =>
      val at = key - low
      bits((at >> 6).toInt) |= 1L << at
    }
    new KeySet(low, bits, null, hasZero = false)
  }

  /** Zero marks an empty slot, so a flag tells whether the key zero is in the set. */
  private def sparse(keys: Array[Long]): KeySet = {
    val slots = new Array[Long](Integer.highestOneBit(math.max(1, keys.length)) << 2)
    val mask = slots.length - 1
    keys.foreach { key =>
      if (key != 0) {
        var at = spread(key) & mask
        while (slots(at) != 0 && slots(at) != key) at = (at + 1) & mask
        slots(at) = key
      }
    }
    new KeySet(0L, null, slots, keys.contains(0L))
  }

  private def spread(key: Long): Int = {
    val mixed = key * 0x9e3779b97f4a7c15L
    (mixed >>> 32).toInt
  }
}
