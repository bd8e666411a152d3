package okibi.cli

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.core.docs.Declarations

import munit.{FunSuite, Location}

/** Checks that names in documents exist: finds renamed classes, moved files and removed keys. */
class DocumentsSuite extends FunSuite {
  private val root = Paths.get(System.getProperty("okibi.root"))

  private def text(file: Path): String = new String(Files.readAllBytes(file), UTF_8)

  /** Files below a folder of the repository, except files that are built, downloaded or git's own. */
  private def below(folder: String, name: String): Seq[Path] = {
    val walk = Files.walk(root.resolve(folder))
    try
      JavaLists
        .toSeq(() => walk.iterator())
        .filter(file =>
          file.getFileName.toString.matches(name) && !file.toString.matches(".*/(target|\\.git|\\.okibi)/.*")
        )
    finally walk.close()
  }

  private val documents: Seq[Path] =
    Seq("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "python/README.md").map(
      root.resolve(_)
    ) ++ below("docs", ".*\\.md")
  private val sources: Seq[Path] =
    below("", ".*\\.(scala|java|py|sh|xml|json)") ++ below("dev/lib/conformance", "suites|exceptions|results-.*")

  /** Every word of the sources: Okibi's own names, and those that it uses of Spark, Hadoop and Java. */
  private lazy val words: Set[String] =
    sources.filterNot(_.endsWith("DocumentsSuite.scala")).flatMap(file => "\\w+".r.findAllIn(text(file))).toSet

  /** Classes of Spark and Java that only documents mention. */
  private val ofSpark = Set("ArtifactManager", "NotSerializableException")

  private val span = "`([^`\\n]+)`".r
  private val link = "\\]\\(([^)#]+)(?:#[^)]*)?\\)".r
  private val headingLink = "\\]\\(([^)#\\s]*)#([^)\\s]+)\\)".r
  private val className = "\\b[A-Z][a-z0-9]+(?:[A-Z]\\w*)+\\b".r
  private val fullName = "(?<![.\\w])okibi(?:\\.[a-z]\\w*)+(?:\\.[A-Z]\\w*)?".r
  private val fileName = "[\\w-]+\\.(scala|java|sh|xml|md|json)".r
  private val key = "spark\\.okibi\\.[\\w.]*\\w".r

  private def spans(document: Path): Seq[String] = span.findAllMatchIn(text(document)).map(_.group(1)).toSeq

  private def checkAll(kind: String)(missing: Path => Seq[String])(implicit location: Location): Unit =
    test(s"every $kind in a document exists") {
      assertEquals(
        documents.flatMap(document => missing(document).distinct.map(name => s"${root.relativize(document)}: $name")),
        Nil
      )
    }

  checkAll("link") { document =>
    link
      .findAllMatchIn(text(document))
      .map(_.group(1))
      .filterNot(to => to.startsWith("http") || Files.exists(document.resolveSibling(to)))
      .toSeq
  }

  checkAll("heading that a link names") { document =>
    headingLink
      .findAllMatchIn(text(document))
      .filterNot { link =>
        val target = if (link.group(1).isEmpty) document else document.resolveSibling(link.group(1)).normalize
        link.group(1).startsWith("http") || Files.exists(target) && headings(target)(link.group(2))
      }
      .map(link => s"${link.group(1)}#${link.group(2)}")
      .toSeq
  }

  /** The names that headings have in links, as GitHub and the site make them. */
  private def headings(document: Path): Set[String] =
    "(?m)^#+ (.*)".r
      .findAllMatchIn(text(document))
      .map(_.group(1).toLowerCase(java.util.Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-'))
      .toSet

  checkAll("name of a class") { document =>
    spans(document).flatMap(className.findAllIn(_)).filterNot(name => words(name) || ofSpark(name))
  }

  checkAll("full name of a class or package of Okibi") { document =>
    fullName.findAllIn(text(document)).filterNot(name => isDeclared(name) || ofPython(name)).toSeq
  }

  /** What the package of Python offers: `"name",` in its list. */
  private lazy val ofPython: Set[String] =
    "(?m)^    \"(\\w+)\",$".r
      .findAllMatchIn(text(root.resolve("python/src/okibi/__init__.py")))
      .map(name => s"okibi.${name.group(1)}")
      .toSet

  checkAll("file and folder") { document =>
    spans(document).filter(name =>
      isMissingPath(name) || fileName.pattern.matcher(name).matches && !isElsewhere(name) && !sources.exists(
        _.endsWith(name)
      ) && !documents.exists(_.endsWith(name))
    )
  }

  checkAll("configuration key") { document =>
    val declared = Declarations.confEntries.map(_.key)
    key
      .findAllIn(text(document))
      .filterNot(name => declared.exists(known => known == name || known.startsWith(name + ".")))
      .toSeq
  }

  /** Files that the bench writes, or that Hadoop reads. */
  private def isElsewhere(name: String): Boolean = Set("result.json", "mapred-site.xml")(name)

  private def isMissingPath(name: String): Boolean =
    name.matches("[\\w-]+/[\\w./-]*") && Files.isDirectory(root.resolve(name.takeWhile(_ != '/'))) && !Files.exists(
      root.resolve(name)
    )

  /** Whether a class, an object or a package has this full name. */
  private def isDeclared(name: String): Boolean = {
    val (packages, types) = name.split('.').toSeq.partition(_.head.isLower)
    val inPackage = sources.filter(file => file.getParent.endsWith(packages.mkString("/")))
    types.headOption.fold(inPackage.nonEmpty || isDeclared(packages)) { simple =>
      inPackage.exists(file =>
        text(file).linesIterator.exists(_.matches(s".*\\b(class|object|trait|interface|enum) $simple\\b.*"))
      )
    }
  }

  /** Whether packages have files, or packages below them have. */
  private def isDeclared(packages: Seq[String]): Boolean =
    sources.exists(_.getParent.toString.contains(packages.mkString("/", "/", "/")))

  test("the table of modules is complete") {
    val modules = "<module>([^<]*)</module>".r.findAllMatchIn(text(root.resolve("pom.xml"))).map(_.group(1)).toSeq
    val listed =
      "(?m)^\\| `([\\w/]+)` \\|".r.findAllMatchIn(text(root.resolve("docs/design/house.md"))).map(_.group(1)).toSeq
    assertEquals(listed.sorted, modules.sorted)
  }

  test("every command of dev is in CONTRIBUTING.md, and every lane of docs/reliability.md has a command") {
    val contributing = text(root.resolve("CONTRIBUTING.md"))
    val commands = below("dev", "[\\w-]+").filter(file => Files.isRegularFile(file) && file.getParent.endsWith("dev"))
    assert(commands.size >= 20, commands)
    assertEquals(
      commands.map(command => s"dev/${command.getFileName}").filterNot(name => contributing.contains(s"    $name ")),
      Nil
    )
    val lanes = text(root.resolve("docs/reliability.md")).split("(?m)^## ").filter(_.startsWith("Lanes\n")).head
    val rows = lanes.linesIterator.filter(_.startsWith("|")).drop(2).toSeq
    assert(rows.size >= 15, rows)
    assertEquals(rows.filterNot(_.split('|')(2).trim.matches("(`(dev/|\\./okibi test)[^`]*`(, )?)+")), Nil)
  }

  test("the types that promised classes return are promised") {
    val promise = text(root.resolve("README.md")).split("What is promised:").last
    val entries = Seq("Okibi$", "OkibiJava$", "package$OkibiRdd$", "package$OkibiPairRdd$").map(name =>
      Class.forName(s"okibi.spark.$name")
    )
    val returned = entries
      .flatMap(_.getDeclaredMethods)
      .map(_.getReturnType)
      .filter(_.getName.startsWith("okibi."))
      .map(_.getSimpleName)
      .distinct
    assert(returned.size >= 3, returned)
    assertEquals(returned.filterNot(name => promise.contains(s"`$name`")), Nil)
  }
}
