package okibi.bench.data.text

import scala.collection.mutable.ArrayBuffer

/** A range of bytes of a file. It has the lines whose first byte is in the range. */
final case class FileSlice(path: String, start: Long, end: Long)

object FileSlice {

  /** Cuts the files, laid end to end, into `parts` ranges of equal size: large files are split, small files share a
    * part.
    */
  def pack(files: Seq[(String, Long)], parts: Int): IndexedSeq[Seq[FileSlice]] = {
    val total = files.map(_._2).sum
    def boundary(part: Int): Long = (BigInt(total) * part / parts).toLong
    val packed = IndexedSeq.fill(parts)(ArrayBuffer.empty[FileSlice])
    var part = 0
    var offset = 0L
    files.foreach { case (path, bytes) =>
      var start = 0L
      while (start < bytes) {
        while (boundary(part + 1) <= offset + start) part += 1
        val end = math.min(bytes, boundary(part + 1) - offset)
        packed(part) += FileSlice(path, start, end)
        start = end
      }
      offset += bytes
    }
    packed.map(_.toList)
  }
}
