package okibi.core

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import munit.Assertions.fail
import munit.diff.Diff

/** Generated text files that are stored in git.
  *
  * @param root    the folder of the files: the repository, except in the test of this class
  * @param refresh whether to write the files instead of comparing them
  */
final class GoldenFiles(root: Path, refresh: Boolean) {

  /** Fails unless the file has the `expected` text. The failure names the command that refreshes the file. */
  def check(file: String, expected: String, suite: String): Unit = {
    val path = root.resolve(file)
    if (refresh) {
      Files.createDirectories(path.getParent)
      Files.write(path, expected.getBytes(UTF_8))
    } else {
      val found = if (Files.exists(path)) new String(Files.readAllBytes(path), UTF_8) else ""
      if (found != expected)
        fail(
          s"$file is stale. Refresh it with: ${GoldenFiles.command(suite)}\n(- generated, + in the file)\n" +
            new Diff(found, expected).unifiedDiff
        )
    }
  }

  def read(file: String): String = new String(Files.readAllBytes(root.resolve(file)), UTF_8)
}

object GoldenFiles {
  private val root: Path = Paths.get(
    Option(System.getProperty("okibi.root")).getOrElse(
      throw new IllegalStateException(
        "system property okibi.root: got no value, needed is the folder of the repository. Run the test with Maven, " +
          "which sets it."
      )
    )
  )

  /** The files of the repository; the environment variable UPDATE_GOLDEN=1 refreshes them. */
  val files: GoldenFiles = new GoldenFiles(root, sys.env.get("UPDATE_GOLDEN").contains("1"))

  def command(suite: String): String = s"UPDATE_GOLDEN=1 mvn -q -pl core test -Dtest=$suite"
}
