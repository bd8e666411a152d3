package okibi.core.advice

/** Ways to keep an RDD, named as Spark names its storage levels. The order breaks ties: what leaves more memory and
  * disk to others comes first.
  */
sealed abstract class Level(val name: String) {
  override def toString: String = name
}

object Level {
  case object None extends Level("NONE")
  case object MemoryOnly extends Level("MEMORY_ONLY")
  case object MemoryAndDisk extends Level("MEMORY_AND_DISK")
  case object MemoryAndDiskSer extends Level("MEMORY_AND_DISK_SER")
  case object DiskOnly extends Level("DISK_ONLY")

  val all: Seq[Level] = Seq(None, DiskOnly, MemoryOnly, MemoryAndDisk, MemoryAndDiskSer)
}
