package okibi.bench.experiment.primitives

import java.io.IOException

/** Copies of a class, each with compiled code and profiles of its own. A loop over elements is fast when it has met one class of them only,
  * as in a task; in a JVM that measures many it has met them all.
  */
private[primitives] object FreshClass {

  /** A new instance of a new copy of a class that has a constructor without parameters. What it mentions is not copied. */
  def instance[T](of: Class[_ <: T]): T =
    new Copying(of).loadClass(of.getName).getDeclaredConstructor().newInstance().asInstanceOf[T]

  private final class Copying(of: Class[_]) extends ClassLoader(of.getClassLoader) {
    override protected def loadClass(name: String, resolve: Boolean): Class[_] =
      if (name == of.getName) Option(findLoadedClass(name)).getOrElse(copy(name)) else super.loadClass(name, resolve)

    private def copy(name: String): Class[_] = {
      val in = Option(getParent.getResourceAsStream(name.replace('.', '/') + ".class"))
        .getOrElse(throw new IOException(s"$name: its class file is not to be found"))
      val bytes =
        try in.readAllBytes()
        finally in.close()
      defineClass(name, bytes, 0, bytes.length)
    }
  }
}
