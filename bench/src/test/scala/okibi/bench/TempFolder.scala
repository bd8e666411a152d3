package okibi.bench

import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

import munit.FunSuite

/** A folder for each test, gone after it. */
trait TempFolder { self: FunSuite =>
  val folder: FunFixture[Path] = FunFixture[Path](
    setup = _ =>
      Files
        .createTempDirectory(Files.createDirectories(Paths.get(System.getProperty("java.io.tmpdir"))), "okibi test "),
    teardown = path => RunScope.delete(path)
  )

  def write(file: Path, text: String): Path = write(file, text.getBytes("UTF-8"))

  def write(file: Path, bytes: Array[Byte]): Path = {
    Files.createDirectories(file.getParent)
    Files.write(file, bytes)
  }
}
