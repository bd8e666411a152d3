package okibi.cli

import java.nio.file.{Files, Path, Paths}

import scala.jdk.CollectionConverters._

import munit.FunSuite
import org.objectweb.asm.ClassReader
import org.objectweb.asm.tree.{ClassNode, JumpInsnNode, LineNumberNode, MethodNode}
import org.objectweb.asm.tree.analysis.{Analyzer, BasicInterpreter}

/** Every loop can be compiled while it runs. HotSpot replaces a running method at a loop's end only when nothing is on the operand stack: a loop inside an argument or inside the making of an
  * object, such as `Some { while ... }`, is interpreted until its method was called some thousand times.
  */
class LoopsSuite extends FunSuite {
  private val root = Paths.get(System.getProperty("okibi.root"))

  private def classes: Seq[Path] = {
    val modules =
      "<module>([^<]*)</module>".r.findAllMatchIn(Files.readString(root.resolve("pom.xml"))).map(_.group(1)).toSeq
    modules
      .map(root.resolve(_).resolve(s"target/${System.getProperty("okibi.spark.line")}/classes"))
      .filter(Files.isDirectory(_))
      .flatMap { folder =>
        val walk = Files.walk(folder)
        try walk.iterator.asScala.filter(_.toString.endsWith(".class")).toList
        finally walk.close()
      }
  }

  /** Lines at which a method jumps back with something on its stack. */
  private def interpreted(its: ClassNode, method: MethodNode): Seq[String] = {
    val frames = new Analyzer(new BasicInterpreter).analyze(its.name, method)
    val code = method.instructions
    var line = 0
    (0 until code.size).flatMap { i =>
      code.get(i) match {
        case number: LineNumberNode => line = number.line; None
        case jump: JumpInsnNode =>
          val target = code.indexOf(jump.label)
          if (target <= i && frames(target) != null && frames(target).getStackSize > 0)
            Some(s"${its.name}.${method.name}, line $line")
          else None
        case _ => None
      }
    }
  }

  private def interpreted(bytes: Array[Byte]): Seq[String] = {
    val its = new ClassNode
    new ClassReader(bytes).accept(its, 0)
    its.methods.asScala.toSeq.filter(_.instructions.size > 0).flatMap(interpreted(its, _))
  }

  test("no loop begins with something on the stack") {
    val all = classes
    assert(all.size > 1000, s"${all.size} classes")
    assertEquals(all.flatMap(file => interpreted(Files.readAllBytes(file))), Nil)
  }

  test("such a loop is found") {
    val file = Paths.get(getClass.getResource("LoopsSuite$SuchALoop.class").toURI)
    assertEquals(
      interpreted(Files.readAllBytes(file)).map(_.takeWhile(_ != ',')),
      Seq("okibi/cli/LoopsSuite$SuchALoop.sum")
    )
  }
}

object LoopsSuite {
  final class SuchALoop {
    def sum(n: Int): Option[Int] = Some {
      var (sum, i) = (0, 0)
      while (i < n) { sum += i; i += 1 }
      sum
    }
  }
}
