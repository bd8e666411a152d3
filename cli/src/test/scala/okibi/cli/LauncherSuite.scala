package okibi.cli

import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

import munit.FunSuite

class LauncherSuite extends FunSuite {
  private val root = Paths.get(System.getProperty("okibi.root"))

  private val folder = FunFixture[Path](
    setup = _ => Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "okibi launcher "),
    teardown = path => RunScope.delete(path))

  /** A JDK whose java only tells its version. */
  private def fakeJdk(home: Path, version: String): Path = {
    Files.createDirectories(home.resolve("bin"))
    val java = home.resolve("bin/java")
    Files.write(java, s"#!/bin/sh\necho 'Picked up JAVA_TOOL_OPTIONS: -Da=\"b\"' >&2\necho 'openjdk version \"$version\" 2020' >&2\n".getBytes("UTF-8"))
    java.toFile.setExecutable(true)
    home
  }

  private def launch(env: (String, String)*): (Int, String) = {
    val builder = new ProcessBuilder("bash", root.resolve("okibi").toString, "--version").redirectErrorStream(true)
    builder.directory(Paths.get("/").toFile)
    builder.environment.remove("JAVA_HOME")
    env.foreach { case (name, value) => builder.environment.put(name, value) }
    val process = builder.start()
    val text = new String(process.getInputStream.readAllBytes(), "UTF-8")
    (process.waitFor(), text)
  }

  private def assertRefused(result: (Int, String), found: String): Unit = {
    val (exitCode, text) = result
    assertEquals(exitCode, 2, text)
    assertEquals(text.linesIterator.size, 1, text)
    assert(text.startsWith(s"okibi: $found"), text)
    assert(text.contains("Okibi needs a JDK 17 or later") && text.contains("apt install openjdk-17-jdk-headless"), text)
  }

  folder.test("an old JDK is refused in one line: what was found, what is needed, how to get it") { folder =>
    Seq("1.8.0_292", "11.0.2", "16").foreach { version =>
      val home = fakeJdk(folder.resolve(version), version)
      assertRefused(launch("JAVA_HOME" -> home.toString), s"JAVA_HOME=$home is Java $version.")
    }
  }

  folder.test("a Java that cannot compile is refused") { folder =>
    val home = fakeJdk(folder, "21.0.1")
    assertRefused(launch("JAVA_HOME" -> home.toString), s"JAVA_HOME=$home is a Java 21.0.1 without a compiler.")
  }

  folder.test("a JAVA_HOME without java is refused") { folder =>
    assertRefused(launch("JAVA_HOME" -> folder.toString), s"JAVA_HOME=$folder has no bin/java.")
  }

  folder.test("no Java at all is refused") { folder =>
    Seq("bash", "readlink", "dirname", "sed", "head").foreach { tool =>
      Seq("/bin", "/usr/bin").map(Paths.get(_, tool)).find(Files.isExecutable(_)).foreach(Files.createSymbolicLink(folder.resolve(tool), _))
    }
    assertRefused(launch("PATH" -> folder.toString), "There is no java on PATH and JAVA_HOME is not set.")
  }
}
