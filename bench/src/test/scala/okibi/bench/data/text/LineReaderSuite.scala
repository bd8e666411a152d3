package okibi.bench.data.text

import java.nio.file.{Files, Path}

import okibi.bench.fixture.TempFolder

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class LineReaderSuite extends ScalaCheckSuite with TempFolder {
  private def lines(file: Path, parts: Int, maxLineBytes: Int = 1000): Seq[String] =
    FileSlice
      .pack(Seq((file.toString, Files.size(file))), parts)
      .flatten
      .flatMap(slice => new LineReader(slice, _ => (), maxLineBytes).toList)

  private val text = Gen
    .listOf(Gen.frequency(6 -> Gen.alphaNumChar.map(_.toString), 2 -> Gen.const("\n"), 1 -> Gen.oneOf("é", "熾", "🔥")))
    .map(_.mkString)

  folder.test("a file cut at any place has the lines of the whole file") { folder =>
    forAll(text, Gen.choose(1, 12)) { (text, parts) =>
      val file = write(folder.resolve("text"), text)
      val expected = if (text.isEmpty) Nil else text.stripSuffix("\n").split("\n", -1).toSeq
      assertEquals(lines(file, math.max(1, math.min(parts.toLong, Files.size(file)).toInt)), expected)
    }
  }

  folder.test("an empty file has no lines, an empty line is a line") { folder =>
    assertEquals(new LineReader(FileSlice(write(folder.resolve("a"), "").toString, 0, 0), _ => ()).toList, Nil)
    assertEquals(lines(write(folder.resolve("b"), "\n\nx"), 1), Seq("", "", "x"))
  }

  folder.test("a long line comes in pieces, cut between characters, the same for any slices") { folder =>
    val file = write(folder.resolve("long"), "aé" * 50 + "\nshort\n")
    val whole = lines(file, 1, maxLineBytes = 16)
    assertEquals(whole.init.mkString, "aé" * 50)
    assertEquals(whole.last, "short")
    assert(whole.init.forall(_.getBytes("UTF-8").length <= 18), whole)
    assertEquals(lines(file, 7, maxLineBytes = 16), whole)
  }

  folder.test("bytes that are not UTF-8 are counted in every line") { folder =>
    val file = write(folder.resolve("broken"), Array[Byte]('a', -1, '\n', 'b', '\n', -2, -3))
    var broken = 0
    val read = new LineReader(FileSlice(file.toString, 0, Files.size(file)), broken += _).toList
    assertEquals(read, List("a\uFFFD", "b", "\uFFFD\uFFFD"))
    assertEquals(broken, 3)
  }
}
