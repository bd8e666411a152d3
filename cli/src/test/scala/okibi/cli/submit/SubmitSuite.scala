package okibi.cli.submit

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.{BuiltJars, PackagedJars, UsageException}
import okibi.cli.fixture.TestFolder

import munit.FunSuite

class SubmitSuite extends FunSuite with TestFolder {
  private val app = Files.createTempFile(Paths.get(System.getProperty("java.io.tmpdir")), "app", ".jar").toString

  /** A Spark that writes its arguments to a file, one on each line, and ends with exit code 7. */
  private def fakeSpark(home: Path, version: String, scala: String): Path = {
    Files.createDirectories(home.resolve("jars"))
    Files.createDirectories(home.resolve("conf"))
    Files.createFile(home.resolve(s"jars/spark-core_$scala-$version.jar"))
    script(home.resolve("bin/spark-submit"), s"""printf '%s\\n' "$$@" > '$home/args'; exit 7""")
    home
  }

  private def script(file: Path, text: String): Unit = {
    Files.createDirectories(file.getParent)
    Files.write(file, s"#!/bin/sh\n$text\n".getBytes("UTF-8"))
    file.toFile.setExecutable(true)
    ()
  }

  /** A checkout whose launcher makes an empty jar for the line of Spark that it is given. */
  private def fakeCheckout(root: Path, scala: String): Path = {
    script(
      root.resolve("okibi"),
      s"""[ "$$1" = --build-jar ] || exit 9
      |mkdir -p '$root/spark/plugin/target/'"$$2"
      |: > '$root/spark/plugin/target/'"$$2/okibi-spark-$${2}_$scala.jar"
      |""".stripMargin
    )
    root
  }

  private def submit(env: Map[String, String], root: Path, args: String*): (Int, String) = {
    val err = new StringWriter
    (new Submit(env, new BuiltJars(root)).run(args, new PrintWriter(err, true)).exitCode, err.toString)
  }

  folder.test("an installed package adds its jar; without Spark, or with a line that it lacks, it says what to do") {
    folder =>
      val jar = Files.createFile(folder.resolve("okibi-spark-3.5_2.13.jar"))
      val jars = new PackagedJars(folder)
      val home = fakeSpark(folder.resolve("spark"), "3.5.6", "2.13")
      val out = new PrintWriter(new StringWriter)
      assertEquals(new Submit(Map("SPARK_HOME" -> home.toString), jars).run(Seq(app), out).exitCode, 7)
      assertEquals(Files.readAllLines(home.resolve("args")).get(1), jar.toString)
      val later = fakeSpark(folder.resolve("later"), "4.3.0", "2.13")
      val refused = intercept[UsageException](new Submit(Map("SPARK_HOME" -> later.toString), jars).run(Seq(app), out))
      assert(refused.getMessage.startsWith("Spark 4.3 with Scala 2.13: Okibi is not built for it. Supported: 3.5"))
      val none = intercept[UsageException](new Submit(Map("PATH" -> folder.toString), jars).run(Seq(app), out))
      assert(none.getMessage.contains("pip install pyspark"), none.getMessage)
  }

  folder.test("a wanted event log is enabled; a log on another machine and a driver on a cluster are refused") {
    folder =>
      val home = fakeSpark(folder.resolve("spark"), "4.1.0", "2.13")
      val here =
        new Submit(Map("SPARK_HOME" -> home.toString), new BuiltJars(fakeCheckout(folder.resolve("okibi"), "2.13")))
      def run(args: String*): Int = here.run(args :+ app, new PrintWriter(new StringWriter), Some(folder)).exitCode
      val log = Seq(
        "spark.eventLog.enabled=true",
        s"spark.eventLog.dir=${folder.toUri}",
        "spark.eventLog.logBlockUpdates.enabled=true"
      )
      val observing = Seq("spark.okibi.cache.mode=observe", "spark.okibi.tables.enabled=false")
      Seq(Seq("--conf", "a=b") -> observing, Seq("--conf", "spark.okibi.cache.mode=on") -> Nil).foreach {
        case (args, more) =>
          assertEquals(run(args: _*), 7)
          val expected = args ++ (log ++ more).flatMap(Seq("--conf", _)) :+ app
          assertEquals(Files.readString(home.resolve("args")).linesIterator.toSeq.takeRight(expected.length), expected)
      }
      assert(
        intercept[UsageException](
          run("--conf", "spark.eventLog.enabled=true", "--conf", "spark.eventLog.dir=hdfs://nn/x")
        ).getMessage.contains("in hdfs://nn/x")
      )
      assert(intercept[UsageException](run("--deploy-mode", "cluster")).getMessage.contains("--deploy-mode cluster"))
  }

  folder.test("an application's own event log stays in its place, and is found there") { folder =>
    val logs = Files.createDirectories(folder.resolve("logs"))
    Files.createFile(logs.resolve("app-old"))
    val home = fakeSpark(folder.resolve("spark"), "4.1.0", "2.13")
    script(home.resolve("bin/spark-submit"), s"""printf '%s\\n' "$$@" > '$home/args'; : > '$logs/app-new'; exit 7""")
    val here =
      new Submit(Map("SPARK_HOME" -> home.toString), new BuiltJars(fakeCheckout(folder.resolve("okibi"), "2.13")))
    Seq(logs.toString, s"file:$logs".replace(" ", "%20"), logs.toUri.toString).foreach { place =>
      Files.deleteIfExists(logs.resolve("app-new"))
      Files.writeString(
        home.resolve("conf/spark-defaults.conf"),
        s"spark.eventLog.enabled true\nspark.eventLog.dir $place\n"
      )
      assertEquals(
        here.run(Seq(app), new PrintWriter(new StringWriter), Some(folder)),
        Submit.Ended(7, Seq(logs.resolve("app-new")))
      )
      val args = Files.readString(home.resolve("args"))
      assert(!args.contains("spark.eventLog.dir") && args.contains("spark.eventLog.logBlockUpdates.enabled=true"), args)
    }
  }

  folder.test("SPARK_HOME is used with the jar of its line, its defaults are merged, and its exit code is returned") {
    folder =>
      val home = fakeSpark(folder.resolve("spark"), "3.5.8", "2.12")
      Files.write(home.resolve("conf/spark-defaults.conf"), "spark.plugins  a.B\n".getBytes("UTF-8"))
      val root = fakeCheckout(folder.resolve("okibi"), "2.12")
      val built = root.resolve("spark/plugin/target/3.5/okibi-spark-3.5_2.12.jar")
      val (exitCode, err) = submit(Map("SPARK_HOME" -> home.toString), root, "--master", "local", app, "an argument")
      assertEquals(exitCode, 7)
      assert(err.contains("Spark 3.5.8"), err)
      assertEquals(
        new String(Files.readAllBytes(home.resolve("args")), "UTF-8").linesIterator.toSeq,
        Seq(
          "--jars",
          built.toString,
          "--conf",
          "spark.plugins=a.B,okibi.spark.OkibiPlugin",
          "--master",
          "local",
          app,
          "an argument"
        )
      )
  }

  folder.test("without SPARK_HOME the spark-submit on PATH is used") { folder =>
    val home = fakeSpark(folder.resolve("spark"), "4.0.1", "2.13")
    assertEquals(SparkInstall.find(Map("PATH" -> s"/nowhere:$home/bin")).map(_.line), Some("4.0"))
  }

  folder.test("a Spark that pip installed is found by the script beside spark-submit") { folder =>
    val home = fakeSpark(folder.resolve("site-packages/pyspark"), "4.1.0", "2.13")
    script(folder.resolve("bin/spark-submit"), "exit 0")
    script(folder.resolve("bin/find-spark-home"), s"export SPARK_HOME='$home'")
    assertEquals(SparkInstall.find(Map("PATH" -> s"$folder/bin")).map(_.home), Some(home))
  }

  folder.test("a Spark that Okibi is not built for is refused with the supported ones") { folder =>
    val home = fakeSpark(folder.resolve("spark"), "3.4.1", "2.12")
    val error = intercept[UsageException](submit(Map("SPARK_HOME" -> home.toString), folder, app))
    assert(
      error.getMessage.startsWith(
        "Spark 3.4 with Scala 2.12: Okibi is not built for it. Supported: 3.5 with Scala 2.12"
      ),
      error.getMessage
    )
  }

  folder.test("a SPARK_HOME without a Spark is refused") { folder =>
    val error = intercept[UsageException](SparkInstall.find(Map("SPARK_HOME" -> folder.toString)))
    assert(error.getMessage.contains("there is no Spark in it"), error.getMessage)
  }

  folder.test("without any Spark, none is found") { folder =>
    assertEquals(SparkInstall.find(Map("PATH" -> folder.toString)), None)
  }
}
