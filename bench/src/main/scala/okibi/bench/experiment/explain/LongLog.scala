package okibi.bench.experiment.explain

import java.io.BufferedWriter
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.io.Source
import scala.util.Using

/** Makes an event log of any length from a short one: repeats its jobs, each time with new numbers and at a later time.
  */
private[explain] object LongLog {
  private val number = "\"(?:Stage ID|Job ID|Task ID)\":(\\d+)|\"Stage IDs\":\\[([\\d,]*)\\]|:(1\\d{12})\\b".r

  /** What each copy adds: numbers of stages, jobs and tasks, and time. */
  private final case class CopyStep(stages: Int, jobs: Int, tasks: Int, ms: Long)

  /** A line with numbers that grow with each copy.
    *
    * @param pieces  text before, between and after the numbers
    * @param numbers the first value of each number, and how much a copy adds to it
    */
  private final case class Template(pieces: Seq[String], numbers: Seq[(Long, Long)]) {
    def write(copy: Int, out: BufferedWriter): Long = {
      var length = 1L
      pieces.indices.foreach { i =>
        out.write(pieces(i))
        length += pieces(i).length
        numbers.lift(i).foreach { case (first, step) =>
          val text = (first + copy * step).toString
          out.write(text)
          length += text.length
        }
      }
      out.write('\n')
      length
    }
  }

  /** Writes a log of at least `bytes` bytes.
    *
    * @param short an uncompressed log of an application whose numbers are ASCII
    * @return number of tasks in the log
    */
  def write(short: Path, long: Path, bytes: Long): Long = {
    val lines = Using.resource(Source.fromFile(short.toFile, "UTF-8"))(_.getLines().toIndexedSeq)
    def event(name: String)(line: String): Boolean = line.startsWith(s"""{"Event":"SparkListener$name"""")
    val (from, until) = (lines.indexWhere(event("JobStart")), lines.lastIndexWhere(event("JobEnd")) + 1)
    val body = lines.slice(from, until)
    def count(name: String): Int = body.count(event(name))
    val times = body.flatMap(number.findAllMatchIn(_)).flatMap(found => Option(found.group(3))).map(_.toLong)
    val step = CopyStep(count("StageCompleted"), count("JobStart"), count("TaskEnd"), times.max - times.min + 1)
    val templates = body.map(template(_, step))
    Using.resource(Files.newBufferedWriter(long, UTF_8)) { out =>
      def write(line: String): Long = Template(Seq(line), Nil).write(0, out)
      var (written, copies) = (lines.take(from).map(write).sum, 0)
      while (written < bytes) {
        written += templates.map(_.write(copies, out)).sum
        copies += 1
      }
      lines.drop(until).foreach(write)
      copies.toLong * step.tasks
    }
  }

  private def template(line: String, step: CopyStep): Template = {
    val numbers = for {
      found <- number.findAllMatchIn(line).toSeq
      (start, end) <-
        if (found.group(2) == null) {
          val group = if (found.group(1) != null) 1 else 3; Seq(found.start(group) -> found.end(group))
        } else
          "\\d+".r
            .findAllMatchIn(found.group(2))
            .toSeq
            .map(id => (found.start(2) + id.start, found.start(2) + id.end))
    } yield {
      val by = found.matched.drop(1) match {
        case name if name.startsWith("Stage") => step.stages.toLong
        case name if name.startsWith("Job") => step.jobs.toLong
        case name if name.startsWith("Task") => step.tasks.toLong
        case _ => step.ms
      }
      (start, end, by)
    }
    val ends = 0 +: numbers.map(_._2)
    Template(
      ends.zip(numbers.map(_._1) :+ line.length).map { case (from, until) => line.substring(from, until) },
      numbers.map { case (start, end, by) => line.substring(start, end).toLong -> by }
    )
  }
}
