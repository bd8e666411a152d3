package okibi.mapreduce

import org.junit.experimental.categories.Category

/** Large records in a JVM with little memory, in the heap and outside it. A merge can hold neither the next record of
  * every spill at once, nor the largest record of every spill.
  */
@Category(Array(classOf[Process]))
class LargeRecordsSuite extends AttemptFixture {

  /** The output of the child JVM. A merge may take 16 megabytes; the rest is for the file that is written and for
    * codecs.
    */
  private lazy val childLines: Seq[String] = {
    val folder = Attempt.newFolder()
    val child = new ForkedJvm(folder, LargeRecordsMain.getClass, Nil, Seq("-Xmx64m", "-XX:MaxDirectMemorySize=20m"))
    child.await()
    try child.lines
    finally Attempt.delete(folder)
  }

  LargeRecordsMain.jobs.foreach { job =>
    test(s"little memory suffices for the merge of ${job.name}") {
      assertEquals(
        childLines.filter(_.startsWith(s"${job.name}: ")),
        Seq(s"${job.name}: ${LargeRecordsMain.same}"),
        childLines.takeRight(30).mkString("\n")
      )
    }
  }
}
