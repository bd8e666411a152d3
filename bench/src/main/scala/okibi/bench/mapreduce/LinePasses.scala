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

/** Passes over a text file, as programs make them. */
private[bench] object LinePasses {

  /** The counts of a pass. Counting characters makes sure that every line and word is used.
    *
    * @param chars of all lines or words; bytes for lines and words of bytes
    */
  final case class Counts(lines: Long, words: Long, chars: Long) {
    def hash: Long = 31 * (31 * lines + words) + chars
  }

  def readerLines(file: Path): Counts = {
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
      Counts(lines, 0, chars)
    } finally in.close()
  }

  def readerWords(file: Path): Counts = {
    val in = open(file)
    try {
      val words = new WordCounter
      var lines = 0L
      var line = in.readLine()
      while (line != null) {
        lines += 1
        words.addLine(line)
        line = in.readLine()
      }
      Counts(lines, words.count, words.chars)
    } finally in.close()
  }

  def tokenized(all: Array[String]): Counts = {
    val words = new WordCounter
    var i = 0
    while (i < all.length) {
      words.addLine(all(i))
      i += 1
    }
    Counts(all.length.toLong, words.count, words.chars)
  }

  def hadoopLines(file: Path): Counts = hadoop(file) { (line, found) => found.chars += line.getLength }

  def hadoopStrings(file: Path): Counts = hadoop(file) { (line, found) => found.chars += line.toString.length }

  def hadoopWords(file: Path): Counts = hadoop(file) { (line, found) => found.addLine(line.toString) }

  def okibiLines(file: Path): Counts = {
    val lines = new ByteLines(ByteSource.of(file))
    try {
      var chars = 0L
      while (lines.next()) chars += lines.length
      Counts(lines.lines, 0, chars)
    } finally lines.close()
  }

  def okibiWords(file: Path): Counts = {
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
      Counts(lines.lines, words, chars)
    } finally lines.close()
  }

  /** Counts the words that StringTokenizer finds. */
  private final class WordCounter {
    var count = 0L
    var chars = 0L

    def addLine(line: String): Unit = {
      val tokens = new StringTokenizer(line)
      while (tokens.hasMoreTokens) {
        count += 1
        chars += tokens.nextToken().length
      }
    }
  }

  /** The record reader of TextInputFormat on a local file. A map task has the same reader for HDFS. */
  private def hadoop(file: Path)(use: (Text, WordCounter) => Unit): Counts = {
    val conf = new Configuration
    val context = new TaskAttemptContextImpl(conf, new TaskAttemptID("bench", 1, TaskType.MAP, 0, 0))
    val split = new FileSplit(new HadoopPath(file.toUri), 0, Files.size(file), Array.empty)
    val records = new TextInputFormat().createRecordReader(split, context)
    try {
      records.initialize(split, context)
      val found = new WordCounter
      var lines = 0L
      while (records.nextKeyValue()) {
        lines += 1
        use(records.getCurrentValue, found)
      }
      Counts(lines, found.count, found.chars)
    } finally records.close()
  }

  private def open(file: Path): BufferedReader = new BufferedReader(
    new InputStreamReader(new FileInputStream(file.toFile), UTF_8)
  )
}
