package okibi.bench.data.text

import java.io.{BufferedInputStream, BufferedOutputStream, IOException, InputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}
import java.util.zip.GZIPInputStream

import okibi.bench.runner.WholeFile

/** The text for measuring lines and strings: the user's or seeded, cut into lines of at most 256 bytes, as the paper
  * had them, and repeated up to the wanted length.
  */
object TextFiles {
  val english = "english"
  val japanese = "japanese"

  private val lineBytes = 256

  /** The file of a language. The first caller makes it.
    *
    * @param inputs files and folders with text, including .gz files; empty for seeded text. Lines that are not UTF-8,
    *               and markup of manual pages, are left out
    */
  def file(folder: Path, language: String, inputs: Seq[String], bytes: Long, seed: Long): Path = {
    val file = folder.resolve(s"$language-$bytes.txt")
    if (!Files.exists(file)) WholeFile.write(file)(write(_, language, inputs, bytes, seed))
    file
  }

  private def write(file: Path, language: String, inputs: Seq[String], bytes: Long, seed: Long): Unit = {
    val out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)
    try {
      val lines = new LineWriter(out, bytes, blanks = language == english)
      if (inputs.isEmpty) {
        val text = if (language == english) NaturalText.english(seed) else NaturalText.japanese(seed)
        while (!lines.isFull) lines.add(text.next().getBytes(UTF_8))
      } else {
        val files = InputFiles.list(inputs).files.map { case (path, _) => Paths.get(path) }
        var sizeBefore = -1L
        while (!lines.isFull) {
          if (lines.size == sizeBefore)
            throw new IOException(
              s"${inputs.mkString(" ")}: there are no words of $language in it. Give files or folders with text in " +
                "UTF-8."
            )
          sizeBefore = lines.size
          files.iterator.takeWhile(_ => !lines.isFull).foreach(add(_, language, lines))
        }
      }
    } finally out.close()
  }

  private def add(file: Path, language: String, to: LineWriter): Unit = {
    val lines = new ByteLines(ByteSource.of(opened(file)))
    val bounds = new WordBounds
    try
      while (!to.isFull && lines.next()) {
        val isText = lines.length > 0 && lines
          .bytes(lines.from) != '.' && Utf8Damage.count(lines.bytes, lines.from, lines.until) == 0
        if (isText && (language == english || isJapanese(lines)))
          for (word <- 0 until bounds.split(lines.bytes, lines.from, lines.until))
            to.add(java.util.Arrays.copyOfRange(lines.bytes, bounds.start(word), bounds.end(word)))
      }
    finally lines.close()
  }

  private def opened(file: Path): InputStream = {
    val in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)
    if (file.toString.endsWith(".gz")) new GZIPInputStream(in, 1 << 16) else in
  }

  /** Whether most bytes of a line are not ASCII: the other lines of a manual page are options and examples. */
  private def isJapanese(lines: ByteLines): Boolean = {
    var high = 0
    for (at <- lines.from until lines.until) if (lines.bytes(at) < 0) high += 1
    2 * high > lines.length
  }

  /** Fills lines with words.
    *
    * @param blanks whether words are separated by blanks; without them, a sentence is a word and is cut at the end of a
    *               line
    */
  private final class LineWriter(out: BufferedOutputStream, bytes: Long, blanks: Boolean) {
    private var written = 0L
    private var column = 0

    def size: Long = written
    def isFull: Boolean = written >= bytes

    def add(word: Array[Byte]): Unit = {
      var from = 0
      while (from < word.length && !isFull) {
        val room = lineBytes - 1 - column - (if (blanks && column > 0) 1 else 0)
        if (word.length - from <= room) {
          if (blanks && column > 0) put(' ')
          put(word, from, word.length)
          from = word.length
        } else if (blanks && column > 0) end()
        else {
          val until = characterEnd(word, from + room)
          put(word, from, until)
          from = until
          end()
        }
      }
    }

    private def characterEnd(word: Array[Byte], at: Int): Int = {
      var end = at
      while ((word(end) & 0xc0) == 0x80) end -= 1
      end
    }

    private def end(): Unit = {
      put('\n')
      column = 0
    }

    private def put(byte: Char): Unit = put(Array(byte.toByte), 0, 1)

    private def put(from: Array[Byte], start: Int, until: Int): Unit = {
      out.write(from, start, until - start)
      written += until - start
      column += until - start
    }
  }
}
