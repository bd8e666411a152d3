package okibi.spark

import java.io.{ByteArrayInputStream, InputStream}

import org.apache.spark.api.plugin.SparkPlugin

/** Another Scala, made by hiding ours from the plugin's classes: the library, and what says which one the jar is for. */
class OtherScalaSuite extends munit.FunSuite {

  /** Loads Okibi's classes anew and everything else from the suite's class path, but Scala's library. */
  private final class OtherScala extends ClassLoader(getClass.getClassLoader) {
    override def loadClass(name: String, resolve: Boolean): Class[_] =
      if (name.startsWith("scala.") && name != "scala.util.Properties$")
        throw new ClassNotFoundException(s"hidden: $name")
      else if (name.startsWith("okibi.")) Option(findLoadedClass(name)).getOrElse(define(name))
      else super.loadClass(name, resolve)

    override def getResourceAsStream(name: String): InputStream =
      if (name == "okibi/spark-line.properties")
        new ByteArrayInputStream(s"line=${System.getProperty("okibi.spark.line")}\nscala=2.10\n".getBytes("UTF-8"))
      else super.getResourceAsStream(name)

    private def define(name: String): Class[_] = {
      val in = getParent.getResourceAsStream(name.replace('.', '/') + ".class")
      val bytes =
        try in.readAllBytes()
        finally in.close()
      defineClass(name, bytes, 0, bytes.length)
    }
  }

  test(
    "on a Scala that the jar is not built for the plugin has no sides, and needs nothing that may not link to say so"
  ) {
    val plugin = new OtherScala()
      .loadClass("okibi.spark.OkibiPlugin")
      .getDeclaredConstructor()
      .newInstance()
      .asInstanceOf[SparkPlugin]
    assertEquals((plugin.driverPlugin(), plugin.executorPlugin()), (null, null))
  }

  test("on its own Spark and Scala the plugin has both sides") {
    val plugin = new OkibiPlugin
    assert(plugin.driverPlugin() != null && plugin.executorPlugin() != null)
  }
}
