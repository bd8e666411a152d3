package okibi.bench.primitives

import java.io.{BufferedReader, FileInputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.StringTokenizer

import okibi.core.text.{ByteLines, ByteSource, WordBounds}

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
      var lines = 0L
      var words = 0L
      var chars = 0L
      var line = in.readLine()
      while (line != null) {
        lines += 1
        val tokens = new StringTokenizer(line)
        while (tokens.hasMoreTokens) {
          words += 1
          chars += tokens.nextToken().length
        }
        line = in.readLine()
      }
      Counted(lines, words, chars)
    } finally in.close()
  }

  def tokenized(all: Array[String]): Counted = {
    var words = 0L
    var chars = 0L
    var i = 0
    while (i < all.length) {
      val tokens = new StringTokenizer(all(i))
      while (tokens.hasMoreTokens) {
        words += 1
        chars += tokens.nextToken().length
      }
      i += 1
    }
    Counted(all.length.toLong, words, chars)
  }

  def hadoopLines(file: Path): Counted = hadoop(file) { (line, _) => line.getLength.toLong }

  def hadoopStrings(file: Path): Counted = hadoop(file) { (line, _) => line.toString.length.toLong }

  def hadoopWords(file: Path): Counted = hadoop(file) { (line, words) =>
    var chars = 0L
    val tokens = new StringTokenizer(line.toString)
    while (tokens.hasMoreTokens) {
      words.count += 1
      chars += tokens.nextToken().length
    }
    chars
  }

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

  private final class Words(var count: Long)

  /** The record reader of TextInputFormat on a local file, which a map task has for HDFS too. */
  private def hadoop(file: Path)(use: (Text, Words) => Long): Counted = {
    val conf = new Configuration
    val context = new TaskAttemptContextImpl(conf, new TaskAttemptID("bench", 1, TaskType.MAP, 0, 0))
    val split = new FileSplit(new HadoopPath(file.toUri), 0, Files.size(file), Array.empty)
    val records = new TextInputFormat().createRecordReader(split, context)
    try {
      records.initialize(split, context)
      val words = new Words(0)
      var lines = 0L
      var chars = 0L
      while (records.nextKeyValue()) {
        lines += 1
        chars += use(records.getCurrentValue, words)
      }
      Counted(lines, words.count, chars)
    } finally records.close()
  }

  private def open(file: Path): BufferedReader = new BufferedReader(new InputStreamReader(new FileInputStream(file.toFile), UTF_8))
}
