package okibi.cli

import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.{Launcher, PluginJars}
import okibi.cli.fixture.TestFolder

import munit.FunSuite
import org.junit.experimental.categories.Category

import scala.concurrent.duration._

@Category(Array(classOf[Process]))
class LauncherSuite extends FunSuite with TestFolder {
  // Generous: a busy machine is slow, but not wrong.
  override val munitTimeout: Duration = 5.minutes

  private val root = Paths.get(System.getProperty("okibi.root"))

  /** A JDK whose java only prints its version. */
  private def fakeJdk(home: Path, version: String): Path = {
    Files.createDirectories(home.resolve("bin"))
    val java = home.resolve("bin/java")
    Files.write(
      java,
      s"#!/bin/sh\necho 'Picked up JAVA_TOOL_OPTIONS: -Da=\"b\"' >&2\necho 'openjdk version \"$version\" 2020' >&2\n"
        .getBytes("UTF-8")
    )
    java.toFile.setExecutable(true)
    home
  }

  private def launch(env: (String, String)*): (Int, String) = launch(root, Seq("--version"), env: _*)

  private def launch(checkout: Path, args: Seq[String], env: (String, String)*): (Int, String) = {
    val builder = new ProcessBuilder((Seq("bash", checkout.resolve("okibi").toString) ++ args).toArray: _*)
      .redirectErrorStream(true)
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

  folder.test("an old JDK is refused in one line: what was found, what is needed, how to install it") { folder =>
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

  /** A checkout with a class path of one jar, and with a Maven that makes both and counts its runs in the file
    * `builds`.
    */
  private def fakeCheckout(checkout: Path): Path = {
    Seq("okibi", "pom.xml", "dev/lib/java.sh", "dev/lib/build.sh").foreach { name =>
      Files.createDirectories(checkout.resolve(name).getParent)
      Files.copy(root.resolve(name), checkout.resolve(name))
    }
    val maven = checkout.resolve("bin/mvn")
    Files.createDirectories(maven.getParent)
    Files.write(
      maven,
      s"""#!/bin/sh
      |[ "$$1" != --version ] || { echo 'Apache Maven 3.9.9'; exit 0; }
      |mkdir -p cli/target/4.1/classes
      |: > '$checkout/a.jar'
      |echo '$checkout/a.jar:$checkout/cli' > cli/target/4.1/classpath
      |echo build >> builds
      |""".stripMargin.getBytes("UTF-8")
    )
    maven.toFile.setExecutable(true)
    checkout
  }

  folder.test("the command line is built once, and again when a jar of its class path is missing") { folder =>
    val checkout = fakeCheckout(folder.resolve("a checkout"))
    val jdk = fakeJdk(folder.resolve("jdk"), "17.0.1")
    Files.createSymbolicLink(jdk.resolve("bin/javac"), jdk.resolve("bin/java"))
    def builds(): Int = {
      val (exitCode, text) =
        launch(checkout, Seq("conf"), "JAVA_HOME" -> jdk.toString, "PATH" -> s"$checkout/bin:${sys.env("PATH")}")
      assertEquals(exitCode, 0, text)
      Files.readAllLines(checkout.resolve("builds")).size
    }
    assertEquals(Seq(builds(), builds()), Seq(1, 1))
    Files.delete(checkout.resolve("a.jar"))
    assertEquals(Seq(builds(), builds()), Seq(2, 2))
  }

  test("a build for an unknown line of Spark is refused with the known lines") {
    for (
      (option, allowed) <- Seq("--build-jar" -> "3.5, 3.5-scala-2.13, 4.0, 4.1, 4.2", "--build-jobs" -> "4.0, 4.1");
      lines <- Seq(Seq(), Seq("9.9"), Seq("4.0", "4.1"), Seq(""))
    ) {
      val (exitCode, text) = launch(root, option +: lines)
      assertEquals(exitCode, 2, text)
      assertEquals(text.linesIterator.size, 1, text)
      assert(text.startsWith(s"okibi: $option") && text.contains(s"allowed is one of $allowed."), text)
    }
  }

  test("the launcher builds for the lines of Spark that `okibi run` and `okibi bench` use") {
    def text(file: String): String = new String(Files.readAllBytes(root.resolve(file)), "UTF-8")
    val script = text("dev/lib/build.sh")
    def declared(name: String): Option[String] = s"(?m)^$name=\"(.*?)\"".r.findFirstMatchIn(script).map(_.group(1))
    assertEquals(declared("spark_lines"), Some(PluginJars.supported.map(_.folder).mkString(", ")): Option[String])
    val properties = text("spark/shims/src/main/resources/okibi/spark-line.properties")
    assertEquals(
      properties.linesIterator.find(_.startsWith("builds=")),
      Some(PluginJars.supported.map(build => s"${build.line}_${build.scala}").mkString("builds=", ",", "")): Option[
        String
      ]
    )
    assertEquals(declared("job_lines"), Some((Launcher.otherLines :+ "4.1").mkString(", ")): Option[String])
  }

  folder.test("no Java at all is refused") { folder =>
    Seq("bash", "readlink", "dirname", "sed", "head").foreach { tool =>
      Seq("/bin", "/usr/bin")
        .map(Paths.get(_, tool))
        .find(Files.isExecutable(_))
        .foreach(Files.createSymbolicLink(folder.resolve(tool), _))
    }
    assertRefused(launch("PATH" -> folder.toString), "There is no java on PATH and JAVA_HOME is not set.")
  }
}
