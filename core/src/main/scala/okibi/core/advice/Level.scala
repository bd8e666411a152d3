package okibi.core.advice

/** Ways to keep an RDD, named as Spark names its storage levels. The order breaks ties: nothing first, then memory
  * that needs no disk, then disk that needs no memory.
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

  val all: Seq[Level] = Seq(None, MemoryOnly, DiskOnly, MemoryAndDisk, MemoryAndDiskSer)
}
