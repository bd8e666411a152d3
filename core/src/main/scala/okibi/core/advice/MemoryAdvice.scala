package okibi.core.advice

/** How to divide the container of a process with Okibi, and which container would be enough.
  *
  * @param process whose container it is, as Spark's keys name it: `executor`, or `driver` in local mode
  * @param now     the present division
  * @param split   the best division of the present container
  * @param enough  the smallest container whose tasks do not spill and whose page cache holds all cached data
  */
final case class MemoryAdvice(
    process: String,
    needs: MemoryNeeds,
    now: MemorySplit,
    split: MemorySplit,
    enough: MemorySplit
) {
  import MemoryAdvice._

  /** Whether something would be gained by another division or another container. */
  def isChange: Boolean = changes.nonEmpty

  /** One paragraph for users with the figures behind the advice. */
  def reason: String = s"$situation ${steps.mkString(" ")}"

  /** The present division and what it leads to. */
  def situation: String = {
    val offHeap = if (now.offHeapBytes > 0) s", ${mib(now.offHeapBytes)} off the heap" else ""
    s"${article.capitalize} $process's container of ${mib(now.containerBytes)} has ${mib(now.heapBytes)} of heap$offHeap and " +
      s"${mib(now.pageCacheBytes)} for the page cache; tasks need ${mib(needs.executionBytes)} of execution memory at " +
      s"once, and cached data have ${mib(needs.fileBytes)} as files of Okibi: ${outcome(now)}."
  }

  /** What to do about it, a sentence each. */
  def steps: Seq[String] = if (isChange) changes else Seq("Nothing has to change.")

  private def changes: Seq[String] = {
    val another = if (split == now) None else Some(s"In the same container ${settings(split)}: ${outcome(split)}.")
    val size = s"of ${mib(enough.containerBytes)}"
    val container =
      if (!suffices(split)) Some(s"A container $size is enough: ${settings(enough)}.")
      else if (isAmple) Some(s"A smaller container $size is enough too: ${settings(enough)}.")
      else None
    another.toSeq ++ container
  }

  private def article: String = if (process == "driver") "the" else "an"

  /** As Spark's configuration takes them. */
  private def settings(split: MemorySplit): String =
    s"spark.$process.memory=${split.heapBytes >> 20}m and spark.$process.memoryOverhead=${split.overheadBytes >> 20}m"

  private def suffices(some: MemorySplit): Boolean = !needs.spills(some) && needs.isHeld(some)

  /** Whether the container is far larger than what is enough. */
  private def isAmple: Boolean = suffices(split) && now.containerBytes > ampleFactor * enough.containerBytes

  private def outcome(some: MemorySplit): String = {
    val scans =
      if (needs.fileBytes == 0) None
      else if (needs.isHeld(some)) Some("scans of cached data read no disk")
      else Some(s"a scan of all cached data reads up to ${mib(needs.fileBytes)} from the disk")
    (scans.toSeq :+ (if (needs.spills(some)) "tasks spill" else "tasks do not spill")).mkString(", and ")
  }
}

/** Divides memory by what Okibi does with it. Okibi reads cached data from files in the page cache in a fraction of a
  * nanosecond a byte, and the collector has no work with them. Objects in the heap cost the collector some nanoseconds a
  * byte, see [[okibi.core.admission.HeapCost]]. So the heap gets what tasks hold while they run, and the page cache gets
  * the rest.
  *
  * Scans go over all cached data in turn, and the kernel drops the pages that were used longest ago. So a page cache that
  * is smaller than the files holds next to nothing of them: with 490 MB for 3,550 MB of files, a job with four scans read 15.2 GB
  * from the disk. Where no division holds all files and none keeps tasks from spilling, the present one stays.
  */
object MemoryAdvice {
  private val ampleFactor = 1.25

  /** The advice for a container that is divided so now. */
  def of(process: String, needs: MemoryNeeds, now: MemorySplit): MemoryAdvice = {
    val mostHeapBytes = now.containerBytes - now.offHeapBytes - SparkMemory.leastOverheadBytes
    val other = now.withHeap(math.min(needs.heapBytes(now.offHeapBytes), mostHeapBytes))
    val isBetter = other.heapBytes > 0 && rank(other, needs) < rank(now, needs)
    MemoryAdvice(process, needs, now, if (isBetter) other else now, needs.enough(now.offHeapBytes))
  }

  /** Tasks that spill are worse than scans that read the disk. */
  private def rank(split: MemorySplit, needs: MemoryNeeds): Int =
    (if (needs.spills(split)) 2 else 0) + (if (needs.isHeld(split)) 0 else 1)

  private def mib(bytes: Long): String = f"${bytes / 1048576.0}%.0f MiB"
}
