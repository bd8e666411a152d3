package okibi.spark

import java.io.{ByteArrayInputStream, InputStream}

import org.apache.spark.api.plugin.SparkPlugin

/** Another Scala, simulated by hiding Scala's library, and the properties of the jar, from the plugin's classes. */
class OtherScalaSuite extends munit.FunSuite {

  /** Loads Okibi's classes again, and all other classes from the suite's class path, except Scala's library. */
  private final class OtherScala extends ClassLoader(getClass.getClassLoader) {
    override def loadClass(name: String, resolve: Boolean): Class[_] =
      if (name.startsWith("scala.") && name != "scala.util.Properties$")
        throw new ClassNotFoundException(s"hidden: $name")
      else if (name.startsWith("okibi.")) Option(findLoadedClass(name)).getOrElse(define(name))
      else super.loadClass(name, resolve)

    override def getResourceAsStream(name: String): InputStream =
      if (name == "okibi/spark-line.properties")
        new ByteArrayInputStream(
          s"line=${System.getProperty("okibi.spark.line")}\nscala=2.10\nversion=1\nbuilds=4.1_2.10".getBytes("UTF-8")
        )
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
    "on another Scala than the jar's the plugin has no sides, and its warning needs no class that may not link"
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
