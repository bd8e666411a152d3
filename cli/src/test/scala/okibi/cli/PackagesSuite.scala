package okibi.cli

import java.nio.file.{Files, Path, Paths}

import scala.jdk.CollectionConverters._

import com.tngtech.archunit.core.domain.{JavaClass, JavaClasses}
import com.tngtech.archunit.core.importer.ClassFileImporter
import munit.FunSuite

/** The arrows between packages, read from class files: those of main sources, and those of tests among themselves. */
class PackagesSuite extends FunSuite {
  private val root = Paths.get(System.getProperty("okibi.root"))
  private val line = System.getProperty("okibi.spark.line")

  private def classes(module: String, folder: String): JavaClasses = {
    val path = root.resolve(module).resolve("target").resolve(line).resolve(folder)
    if (Files.isDirectory(path)) new ClassFileImporter().importPath(path)
    else new ClassFileImporter().importPaths(Seq.empty[Path].asJava)
  }

  private val mains = Modules.all.map(module => module -> classes(module.folder, "classes"))
  private val tests = Modules.all.map(module => module -> classes(module.folder, "test-classes"))

  private def all(of: JavaClasses): Seq[JavaClass] = of.asScala.toSeq

  /** Each arrow from one package to another among these classes, with a class at either end. */
  private def arrows(of: JavaClasses): Map[(String, String), String] =
    all(of).flatMap { from =>
      from.getDirectDependenciesFromSelf.asScala.map(_.getTargetClass.getBaseComponentType).collect {
        case to if to.getPackageName != from.getPackageName && of.contain(to.getName) =>
          (from.getPackageName, to.getPackageName) -> s"${from.getName} -> ${to.getName}"
      }
    }.toMap

  (mains.map(("main sources", _)) ++ tests.map(("tests", _))).foreach { case (sources, (module, classes)) =>
    test(s"no circle between packages in the $sources of ${module.folder}") {
      val between = arrows(classes)
      assertEquals(PackageCircles.of(between.keySet).map(_.map(between)), Nil)
    }
  }

  test("every module has classes to look at") {
    assertEquals(mains.collect { case (module, classes) if classes.isEmpty => module.folder }, Nil)
  }

  test("classes use only classes of modules that their module may depend on") {
    val owner = mains.flatMap { case (module, classes) => all(classes).map(_.getName -> module) }.toMap
    val strangers = for {
      (module, classes) <- mains
      from <- all(classes)
      to <- from.getDirectDependenciesFromSelf.asScala.map(_.getTargetClass.getBaseComponentType.getName).toSet[String]
      other <- owner.get(to)
      if other != module && !Modules.mayUse(module, other)
    } yield s"${module.folder}: ${from.getName} -> $to of ${other.folder}"
    assertEquals(strangers, Nil)
  }

  test("no package stands in two modules") {
    val homes =
      mains.flatMap { case (module, classes) => all(classes).map(_.getPackageName -> module.folder) }.distinct
    assertEquals(homes.groupBy(_._1).collect { case (name, of) if of.size > 1 => name -> of.map(_._2) }.toSeq, Nil)
  }

  test("no experiment of the bench uses another, and only the registry knows experiments") {
    val bench = classes("bench", "classes")
    val experiment = "okibi\\.bench\\.experiment\\.(\\w+).*".r
    def of(name: String): Option[String] = Some(name).collect { case experiment(found) => found }
    val registry = Set("okibi.bench.Benchmarks", "okibi.bench.Benchmarks$")
    val strangers = for {
      from <- all(bench) if !registry(from.getName)
      to <- from.getDirectDependenciesFromSelf.asScala.map(_.getTargetClass.getBaseComponentType).toSeq
      name <- of(to.getPackageName)
      if !of(from.getPackageName).contains(name)
    } yield s"${from.getName} -> ${to.getName}"
    assertEquals(strangers.distinct, Nil)
  }

  test("no simple name of a type stands for two things") {
    val named = for {
      (module, classes) <- mains ++ tests
      found <- all(classes)
      name = found.getName.stripSuffix("$")
      simple = name.split('.').last
      if !simple.contains("$") && simple != "package-info" && simple != "package" && !simple.contains("_jmh")
    } yield (simple, name)
    val twice =
      named.distinct.groupBy(_._1).collect {
        case (simple, names) if names.size > 1 => simple -> names.map(_._2).sorted
      }
    assertEquals(twice.toSeq.sortBy(_._1), Nil)
  }

  test("packages of one parent differ by more than a letter") {
    val names = (mains ++ tests).flatMap { case (_, classes) => all(classes).map(_.getPackageName) }.distinct
    val alike = for {
      siblings <- names.groupBy(name => name.take(name.lastIndexOf('.'))).values.toSeq
      a <- siblings; b <- siblings if a.length == b.length - 1 && b.startsWith(a)
    } yield (a, b)
    assertEquals(alike, Nil)
  }

  test("a circle is found, the shortest through each package that stands in one") {
    val arrows = Set("a" -> "b", "b" -> "c", "c" -> "a", "c" -> "d", "d" -> "e")
    assertEquals(PackageCircles.of(arrows), Seq(Seq("a" -> "b", "b" -> "c", "c" -> "a")))
    assertEquals(PackageCircles.of(arrows - ("c" -> "a")), Nil)
  }
}
