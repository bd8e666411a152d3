package okibi.bench.data.text

import java.nio.file.Files

import okibi.bench.fixture.TempFolder
import okibi.bench.runner.UsageException

import munit.FunSuite

class InputFilesSuite extends FunSuite with TempFolder {
  folder.test("a folder stands for all files in it, in the order of their paths, each once") { folder =>
    write(folder.resolve("b.txt"), "bb")
    write(folder.resolve("a/z.txt"), "z")
    write(folder.resolve("empty"), "")
    val found = InputFiles.list(Seq(folder.toString, folder.resolve("b.txt").toString))
    assertEquals(
      found.files.map { case (path, size) =>
        (folder.toRealPath().relativize(java.nio.file.Paths.get(path)).toString, size)
      },
      Seq(("a/z.txt", 1L), ("b.txt", 2L), ("empty", 0L))
    )
    assertEquals(found.line, "3 files, 3 bytes")
  }

  folder.test("links inside a folder are counted and not followed") { folder =>
    write(folder.resolve("in/text"), "x")
    Files.createSymbolicLink(folder.resolve("in/loop"), folder.resolve("in"))
    assertEquals(
      InputFiles.list(Seq(folder.resolve("in").toString)).line,
      "1 files, 1 bytes; 1 links or special files not read"
    )
  }

  folder.test("a missing path is a usage error") { folder =>
    val error = intercept[UsageException](InputFiles.list(Seq(folder.resolve("none").toString)))
    assertEquals(
      error.getMessage,
      s"--input ${folder.resolve("none")}: no such file or folder. Give files or folders that can be read."
    )
  }

  folder.test("input without any text is a usage error") { folder =>
    write(folder.resolve("empty"), "")
    val error = intercept[UsageException](InputFiles.list(Seq(folder.toString)))
    assert(error.getMessage.contains("there is no text in it"), error.getMessage)
  }
}
