package okibi.bench.experiment.primitives

import java.io.IOException

/** Copies of a class, each with compiled code and profiles of its own. A loop over elements is fast when it has only
  * met one class of elements, as in a task; a JVM that measures many types has met all of them.
  */
private[primitives] object FreshClass {

  /** A new instance of a new copy of a class that has a constructor without parameters. Classes that it refers to are
    * not copied.
    */
  def instance[T](original: Class[_ <: T]): T =
    new CopyingLoader(original).loadClass(original.getName).getDeclaredConstructor().newInstance().asInstanceOf[T]

  private final class CopyingLoader(original: Class[_]) extends ClassLoader(original.getClassLoader) {
    override protected def loadClass(name: String, resolve: Boolean): Class[_] =
      if (name == original.getName) Option(findLoadedClass(name)).getOrElse(copy(name))
      else super.loadClass(name, resolve)

    private def copy(name: String): Class[_] = {
      val in = Option(getParent.getResourceAsStream(name.replace('.', '/') + ".class"))
        .getOrElse(throw new IOException(s"$name: no class file"))
      val bytes =
        try in.readAllBytes()
        finally in.close()
      defineClass(name, bytes, 0, bytes.length)
    }
  }
}
