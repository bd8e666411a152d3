package okibi.core.advice

/** Spark's storage levels that [[LevelAdvice]] compares, under Spark's names. Ties go to the earlier level of `all`: no
  * storage, then memory without disk, then disk without memory, then both.
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
