package okibi.bench.mapreduce

import java.io.{BufferedReader, FileInputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.StringTokenizer

import okibi.bench.data.text.{ByteLines, ByteSource, WordBounds}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.hadoop.io.Text
import org.apache.hadoop.mapreduce.{TaskAttemptID, TaskType}
import org.apache.hadoop.mapreduce.lib.input.{FileSplit, TextInputFormat}
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl

/** Ways through a text file, as programs go it. */
private[bench] object LinePasses {

  /** @param chars of all lines or words that were met, bytes where they are bytes: a use of each */
  final case class Counted(lines: Long, words: Long, chars: Long) {
    def figure: Long = 31 * (31 * lines + words) + chars
  }

  def readerLines(file: Path): Counted = {
    val in = open(file)
    try {
      var lines = 0L
      var chars = 0L
      var line = in.readLine()
      while (line != null) {
        lines += 1
        chars += line.length
        line = in.readLine()
      }
      Counted(lines, 0, chars)
    } finally in.close()
  }

  def readerWords(file: Path): Counted = {
    val in = open(file)
    try {
      val words = new Words
      var lines = 0L
      var line = in.readLine()
      while (line != null) {
        lines += 1
        words.of(line)
        line = in.readLine()
      }
      Counted(lines, words.count, words.chars)
    } finally in.close()
  }

  def tokenized(all: Array[String]): Counted = {
    val words = new Words
    var i = 0
    while (i < all.length) {
      words.of(all(i))
      i += 1
    }
    Counted(all.length.toLong, words.count, words.chars)
  }

  def hadoopLines(file: Path): Counted = hadoop(file) { (line, found) => found.chars += line.getLength }

  def hadoopStrings(file: Path): Counted = hadoop(file) { (line, found) => found.chars += line.toString.length }

  def hadoopWords(file: Path): Counted = hadoop(file) { (line, found) => found.of(line.toString) }

  def ownLines(file: Path): Counted = {
    val lines = new ByteLines(ByteSource.of(file))
    try {
      var chars = 0L
      while (lines.next()) chars += lines.length
      Counted(lines.lines, 0, chars)
    } finally lines.close()
  }

  def ownWords(file: Path): Counted = {
    val lines = new ByteLines(ByteSource.of(file))
    val bounds = new WordBounds
    try {
      var words = 0L
      var chars = 0L
      while (lines.next()) {
        val found = bounds.split(lines.bytes, lines.from, lines.until)
        words += found
        var i = 0
        while (i < found) {
          chars += bounds.end(i) - bounds.start(i)
          i += 1
        }
      }
      Counted(lines.lines, words, chars)
    } finally lines.close()
  }

  /** What StringTokenizer found so far. */
  private final class Words {
    var count = 0L
    var chars = 0L

    def of(line: String): Unit = {
      val tokens = new StringTokenizer(line)
      while (tokens.hasMoreTokens) {
        count += 1
        chars += tokens.nextToken().length
      }
    }
  }

  /** The record reader of TextInputFormat on a local file, which a map task has for HDFS too. */
  private def hadoop(file: Path)(use: (Text, Words) => Unit): Counted = {
    val conf = new Configuration
    val context = new TaskAttemptContextImpl(conf, new TaskAttemptID("bench", 1, TaskType.MAP, 0, 0))
    val split = new FileSplit(new HadoopPath(file.toUri), 0, Files.size(file), Array.empty)
    val records = new TextInputFormat().createRecordReader(split, context)
    try {
      records.initialize(split, context)
      val found = new Words
      var lines = 0L
      while (records.nextKeyValue()) {
        lines += 1
        use(records.getCurrentValue, found)
      }
      Counted(lines, found.count, found.chars)
    } finally records.close()
  }

  private def open(file: Path): BufferedReader = new BufferedReader(
    new InputStreamReader(new FileInputStream(file.toFile), UTF_8)
  )
}
