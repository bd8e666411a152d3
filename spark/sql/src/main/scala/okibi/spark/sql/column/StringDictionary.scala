package okibi.spark.sql.column

import org.apache.spark.unsafe.Platform

/** The distinct strings of a batch, each with a code, in a hash table with open addressing that the next batch reuses.
  */
private[sql] final class StringDictionary {
  val values: ByteColumn = new ByteColumn
  private var hashes = new Array[Int](256)
  private var table = new Array[Int](1024) // The code plus 1; 0 if the slot is free.
  private var mask = table.length - 1

  def size: Int = values.count

  /** The code of a string. A new string is added. Eight bytes after the end of the string must be readable. */
  def code(from: Object, at: Long, length: Int): Int = {
    val hash = StringDictionary.hash(from, at, length)
    var slot = hash & mask
    while (true) {
      val entry = table(slot) - 1
      if (entry < 0) return add(from, at, length, hash, slot)
      if (hashes(entry) == hash && isSame(entry, from, at, length)) return entry
      slot = (slot + 1) & mask
    }
    -1
  }

  def clear(): Unit = {
    if (values.count > 0) java.util.Arrays.fill(table, 0)
    values.clear()
  }

  private def isSame(entry: Int, from: Object, at: Long, length: Int): Boolean = {
    if (values.length(entry) != length) return false
    val (bytes, start) = (values.bytes, values.start(entry))
    var done = 0
    while (done + 8 <= length) {
      if (Platform.getLong(bytes, start + done) != Platform.getLong(from, at + done)) return false
      done += 8
    }
    done == length || StringDictionary.tail(bytes, start + done, length - done) == StringDictionary.tail(
      from,
      at + done,
      length - done
    )
  }

  private def add(from: Object, at: Long, length: Int, hash: Int, slot: Int): Int = {
    val code = values.count
    values.add(from, at, length)
    if (code == hashes.length) hashes = java.util.Arrays.copyOf(hashes, code * 2)
    hashes(code) = hash
    table(slot) = code + 1
    if (values.count * 2 > table.length) grow()
    code
  }

  private def grow(): Unit = {
    table = new Array[Int](table.length * 2)
    mask = table.length - 1
    var code = 0
    while (code < values.count) {
      var slot = hashes(code) & mask
      while (table(slot) != 0) slot = (slot + 1) & mask
      table(slot) = code + 1
      code += 1
    }
  }
}

private object StringDictionary {

  /** The last 1 to 7 bytes of a string, without the bytes after them. */
  private def tail(from: Object, at: Long, length: Int): Long = {
    val word = Platform.getLong(from, at)
    val unused = (8 - length) * 8
    if (UnsafeAccess.isLittleEndian) word << unused else word >>> unused
  }

  private def hash(from: Object, at: Long, length: Int): Int = {
    var mixed = length * 0x9e3779b97f4a7c15L
    var done = 0
    while (done + 8 <= length) {
      mixed = mix(mixed ^ Platform.getLong(from, at + done))
      done += 8
    }
    if (done < length) mixed = mix(mixed ^ tail(from, at + done, length - done))
    (mixed >>> 32).toInt
  }

  private def mix(word: Long): Long = {
    val product = word * 0xd6e8feb86659fd93L
    product ^ (product >>> 32)
  }
}
