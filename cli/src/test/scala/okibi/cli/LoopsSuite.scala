package okibi.cli

import java.nio.file.{Files, Path, Paths}

import scala.jdk.CollectionConverters._

import munit.FunSuite
import org.objectweb.asm.ClassReader
import org.objectweb.asm.tree.{ClassNode, JumpInsnNode, LineNumberNode, MethodNode}
import org.objectweb.asm.tree.analysis.{Analyzer, BasicInterpreter}

/** Checks that every loop can be compiled while it runs. HotSpot replaces a running method at a loop's end only when
  * the operand stack is empty. A loop inside an argument or inside the construction of an object, such as `Some { while
  * ... }`, is interpreted until its method has been called some thousand times.
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

  /** Lines at which a method jumps back with values on its stack. */
  private def interpreted(owner: ClassNode, method: MethodNode): Seq[String] = {
    val frames = new Analyzer(new BasicInterpreter).analyze(owner.name, method)
    val code = method.instructions
    var line = 0
    (0 until code.size).flatMap { i =>
      code.get(i) match {
        case number: LineNumberNode => line = number.line; None
        case jump: JumpInsnNode =>
          val target = code.indexOf(jump.label)
          if (target <= i && frames(target) != null && frames(target).getStackSize > 0)
            Some(s"${owner.name}.${method.name}, line $line")
          else None
        case _ => None
      }
    }
  }

  private def interpreted(bytes: Array[Byte]): Seq[String] = {
    val owner = new ClassNode
    new ClassReader(bytes).accept(owner, 0)
    owner.methods.asScala.toSeq.filter(_.instructions.size > 0).flatMap(interpreted(owner, _))
  }

  test("no loop begins with values on the stack") {
    val all = classes
    assert(all.size > 1000, s"${all.size} classes")
    assertEquals(all.flatMap(file => interpreted(Files.readAllBytes(file))), Nil)
  }

  test("a loop with values on the stack is found") {
    val file = Paths.get(getClass.getResource("LoopsSuite$StackedLoop.class").toURI)
    assertEquals(
      interpreted(Files.readAllBytes(file)).map(_.takeWhile(_ != ',')),
      Seq("okibi/cli/LoopsSuite$StackedLoop.sum")
    )
  }
}

object LoopsSuite {
  final class StackedLoop {
    def sum(n: Int): Option[Int] = Some {
      var (sum, i) = (0, 0)
      while (i < n) { sum += i; i += 1 }
      sum
    }
  }
}
