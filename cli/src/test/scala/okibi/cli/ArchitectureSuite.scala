package okibi.cli

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.core.reason.Reason

import munit.FunSuite

/** What holds the house in order and no compiler checks. */
class ArchitectureSuite extends FunSuite {
  private val root = Paths.get(System.getProperty("okibi.root"))

  private val dependency = "(?s)<dependency>(.*?)</dependency>".r
  private val artifact = "<artifactId>([^<]*)</artifactId>".r

  private def text(file: Path): String = new String(Files.readAllBytes(file), UTF_8)

  /** Artifacts that a module's own pom names for use, not for its tests. */
  private def dependencies(module: String): Seq[String] =
    dependency
      .findAllMatchIn(text(root.resolve(module).resolve("pom.xml")))
      .map(_.group(1))
      .filterNot(_.contains("<scope>test</scope>"))
      .flatMap(artifact.findFirstMatchIn(_))
      .map(_.group(1))
      .toSeq

  private def sources(folder: Path): Seq[Path] = files(folder, ".*\\.(scala|java)")

  private def files(folder: Path, name: String): Seq[Path] =
    if (!Files.isDirectory(folder)) Nil
    else {
      val walk = Files.walk(folder)
      try JavaLists.toSeq(() => walk.iterator()).filter(file => file.toString.matches(name))
      finally walk.close()
    }

  test("modules name only modules that they may depend on in their poms") {
    Modules.all.foreach { module =>
      val allowed = Modules.all.filter(Modules.mayUse(module, _)).map(_.artifact).toSet
      val own = dependencies(module.folder).filter(_.startsWith("okibi"))
      assertEquals(own.filterNot(allowed), Nil, s"${module.folder}/pom.xml")
    }
  }

  test("every module is known here") {
    val declared = "<module>([^<]*)</module>".r.findAllMatchIn(text(root.resolve("pom.xml"))).map(_.group(1)).toSeq
    assertEquals(declared, Modules.all.map(_.folder))
  }

  test("core depends on nothing") {
    assertEquals(dependencies("core"), Nil)
  }

  Seq("org.apache.spark" -> "spark/shims", "org.apache.fory" -> "spark/cache").foreach { case (name, owner) =>
    test(s"only $owner declares a package of $name") {
      val strangers = Modules.all
        .map(_.folder)
        .filterNot(_ == owner)
        .flatMap(module => sources(root.resolve(module).resolve("src/main")))
        .filter(file => text(file).linesIterator.exists(_.startsWith(s"package $name")))
      assertEquals(strangers, Nil)
    }
  }

  test("every reason that is declared is given somewhere") {
    val declared = "core/src/main/scala/okibi/core/reason/Reason.scala"
    val sentences = Modules.all
      .map(_.folder)
      .flatMap(module => sources(root.resolve(module).resolve("src/main")))
      .filterNot(_.endsWith(declared))
      .map(text(_))
      .mkString
    val silent = (Reason.admissions ++ Reason.notPruning ++ Reason.steppingAside)
      .filterNot { reason =>
        val name = reason.code.split('-').map(_.capitalize).mkString
        sentences.contains(s"Reason.$name") || sentences.contains(s"(${reason.code})")
      }
    assertEquals(silent, Nil)
  }

  test("no source file is longer than 400 lines") {
    val long = Modules.all
      .map(_.folder)
      .flatMap(module => sources(root.resolve(module).resolve("src")))
      .filter(file => text(file).linesIterator.count(_.trim.nonEmpty) > 400)
    assertEquals(long, Nil)
  }

  test("the scripts are sound for bash") {
    val scripts =
      Seq("okibi", ".ci/run", "dev/check", "dev/fix", "dev/lib/java.sh", "dev/lib/build.sh", "dev/lib/test.sh")
    scripts.foreach { script =>
      val process = new ProcessBuilder("bash", "-n", root.resolve(script).toString).redirectErrorStream(true).start()
      val complaint = new String(process.getInputStream.readAllBytes(), UTF_8)
      assertEquals((process.waitFor(), complaint), (0, ""), script)
    }
  }

  /** Words that a plainer one replaces. This file spells them, and a known hash is that of a text with one of them. */
  private val vague = Seq("somebody", "nobody", "so many", "that which", "vouches", "its =>")
  private val spelled = Set("ArchitectureSuite.scala", "Hash64Suite.scala")

  test("sources and documents name things, not riddles") {
    val documents = Seq("README.md", "CONTRIBUTING.md").map(root.resolve(_)) ++
      files(root.resolve("docs"), ".*\\.md")
    val all = documents ++ Modules.all.flatMap(module => sources(root.resolve(module.folder).resolve("src")))
    val found = for {
      file <- all if !spelled(file.getFileName.toString)
      (line, number) <- text(file).linesIterator.zipWithIndex
      word <- vague if s"\\b${word}(?!\\w)".r.findFirstIn(line.toLowerCase).isDefined
    } yield s"${root.relativize(file)}:${number + 1}: $word"
    assertEquals(found, Nil)
  }
}
