package okibi.bench.data.text

import java.io.{ByteArrayOutputStream, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream

import scala.jdk.CollectionConverters._

import okibi.bench.fixture.TempFolder

import munit.FunSuite

class TextFilesSuite extends FunSuite with TempFolder {
  private def lines(file: Path): Seq[String] = Files.readAllLines(file, UTF_8).asScala.toSeq

  private def gzipped(text: String): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    val out = new GZIPOutputStream(bytes)
    out.write(text.getBytes(UTF_8))
    out.close()
    bytes.toByteArray
  }

  folder.test("seeded text has lines of at most 256 bytes and the wanted length, and is the same for the same seed") {
    folder =>
      for (language <- Seq(TextFiles.english, TextFiles.japanese)) {
        val file = TextFiles.file(folder, language, Nil, 100000, seed = 7)
        assert(Files.size(file) >= 100000 && Files.size(file) < 100600, Files.size(file))
        assert(
          lines(file).init.forall(line => line.getBytes(UTF_8).length > 200 && line.getBytes(UTF_8).length < 256),
          language
        )
        assertEquals(TextCount.of(file).brokenBytes, 0L)
        val again = TextFiles.file(Files.createDirectory(folder.resolve(language)), language, Nil, 100000, seed = 7)
        assertEquals(lines(again), lines(file))
      }
  }

  folder.test("seeded text has the words and characters of its language") { folder =>
    val english = TextCount.of(TextFiles.file(folder, TextFiles.english, Nil, 200000, seed = 1))
    val bytesOfWord = english.lineBytes.toDouble / english.words
    assert(bytesOfWord > 5 && bytesOfWord < 7, bytesOfWord)
    val japanese = lines(TextFiles.file(folder, TextFiles.japanese, Nil, 200000, seed = 1)).mkString
    def share(from: Int, until: Int): Double = japanese.count(c => c >= from && c < until).toDouble / japanese.length
    assert(
      share(0x3040, 0x30a0) > 0.3 && share(0x4e00, 0xa000) > 0.35 && share(0, 128) < 0.1,
      (share(0x3040, 0x30a0), share(0x4e00, 0xa000), share(0, 128))
    )
  }

  folder.test("the user's text is repeated, without markup, damaged lines and other languages") { folder =>
    write(folder.resolve("in/page.gz"), gzipped(".TH markup\nこれは日本語の文章です\n-o, --option only this\n"))
    write(folder.resolve("in/bad"), Array[Byte]('x', -1, '\n'))
    val japanese =
      lines(TextFiles.file(folder, TextFiles.japanese, Seq(folder.resolve("in").toString), 1000, seed = 1)).mkString
    assertEquals(japanese.replace("これは日本語の文章です", ""), "これは日本語の文章です".take(japanese.length % 11))
    write(folder.resolve("en/a"), "two words\n")
    assertEquals(
      lines(TextFiles.file(folder, TextFiles.english, Seq(folder.resolve("en").toString), 30, seed = 1)),
      Seq("two words two words two words two")
    )
  }

  folder.test("a folder without a word of the language is an error with its name") { folder =>
    write(folder.resolve("in/a"), Array[Byte](-1, -2, '\n'))
    val error = intercept[IOException](
      TextFiles.file(folder, TextFiles.english, Seq(folder.resolve("in").toString), 30, seed = 1)
    )
    assert(error.getMessage.contains("there are no words of english in it"), error.getMessage)
  }
}
