package okibi.explain.finding

import okibi.explain.facts.AppFacts
import okibi.explain.predict.MemoryForecast

object MemorySplitRule extends NoteRule {
  private val leastMb = Threshold("bytes", 100, "MB", "fewer bytes are read in less time than a user notices")
  private val fileShare = Threshold(
    "files",
    MemoryForecast.fileBytesPerByte,
    "bytes of a file for each byte of objects",
    "dense vectors of 20 have that, strings have less"
  )

  override val code = "memory-split"
  override val title = "Executors' memory is divided in a way that leaves no room for what is cached"
  override val about: String =
    "an executor of a cluster has cached data of at least `bytes` as files of Okibi, estimated with `files`, and with Okibi " +
      "another division of its container between heap and overhead keeps tasks from spilling or lets the page cache " +
      "hold the files; or no division does, and a larger container would; or a container that is smaller by a fifth " +
      "would do. The page cache is in the overhead: a heap that is larger than what tasks need takes room from it. On YARN without " +
      "control groups the page cache is the machine's, and only the heap matters."
  override val thresholds: Seq[Threshold] = Seq(leastMb, fileShare)
  override val origin = "what Spark's containers count: heap, overhead, page cache; `./okibi bench memory`"

  override def find(app: AppFacts): Seq[Finding] = if (!app.settings.hasContainers || app.workers.isEmpty) Nil
  else {
    val advice = MemoryForecast.advice(app)
    if (advice.needs.fileBytes < leastMb.value * 1e6 || !advice.isChange) Nil
    else {
      val steps = advice.steps.map(step => s"${step.head.toLower}${step.tail.stripSuffix(".")}")
      val plugin = if (app.settings.isManaged) Nil else Seq(app.settings.managing)
      Seq(note(app, None, advice.situation, Nil, (plugin ++ steps).mkString("; ")))
    }
  }
}
