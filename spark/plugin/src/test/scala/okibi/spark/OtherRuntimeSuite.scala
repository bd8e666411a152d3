package okibi.spark

import java.io.{ByteArrayInputStream, InputStream}

import org.apache.spark.api.plugin.SparkPlugin

/** Another Scala, and a later Spark, simulated by classes that are loaded again: without Scala's library, or beside
  * another file that names Spark's version.
  */
class OtherRuntimeSuite extends munit.FunSuite {

  /** Loads some classes again, and all others from the suite's class path, except those that are hidden.
    *
    * @param file the name and the text of a file that is another one on this class path
    */
  private final class OtherLoader(isAgain: String => Boolean, isHidden: String => Boolean, file: (String, String))
      extends ClassLoader(getClass.getClassLoader) {
    override def loadClass(name: String, resolve: Boolean): Class[_] =
      if (isHidden(name)) throw new ClassNotFoundException(s"hidden: $name")
      else if (isAgain(name)) Option(findLoadedClass(name)).getOrElse(define(name))
      else super.loadClass(name, resolve)

    override def getResourceAsStream(name: String): InputStream =
      if (name == file._1) new ByteArrayInputStream(file._2.getBytes("UTF-8")) else super.getResourceAsStream(name)

    private def define(name: String): Class[_] = {
      val in = getParent.getResourceAsStream(name.replace('.', '/') + ".class")
      val bytes =
        try in.readAllBytes()
        finally in.close()
      defineClass(name, bytes, 0, bytes.length)
    }

    def plugin: SparkPlugin =
      loadClass("okibi.spark.OkibiPlugin").getDeclaredConstructor().newInstance().asInstanceOf[SparkPlugin]
  }

  private def isOkibi(name: String): Boolean = name.startsWith("okibi.")

  private def assertStepsAside(plugin: SparkPlugin): Unit =
    assertEquals((plugin.driverPlugin(), plugin.executorPlugin()), (null, null))

  private val line = System.getProperty("okibi.spark.line")

  test(
    "on another Scala than the jar's the plugin has no sides, and its warning needs no class that may not link"
  ) {
    val jar = "okibi/spark-line.properties" -> s"line=$line\nscala=2.10\nversion=1\nbuilds=4.1_2.10"
    def isScala(name: String): Boolean = name.startsWith("scala.") && name != "scala.util.Properties$"
    assertStepsAside(new OtherLoader(isOkibi, isScala, jar).plugin)
  }

  test("on a Spark that is later than all lines the plugin has no sides") {
    val own = Thread.currentThread().getContextClassLoader
    // Where Spark's version is, by the line of Spark.
    val versionClasses = Seq("org.apache.spark.package", "org.apache.spark.SparkBuildInfo")
    Seq("4.3.0", "5.0.0-preview1").foreach { version =>
      val loader = new OtherLoader(
        name => isOkibi(name) || versionClasses.exists(name.startsWith),
        _ => false,
        "spark-version-info.properties" -> s"version=$version"
      )
      Thread.currentThread().setContextClassLoader(loader)
      try {
        assertEquals(
          loader.loadClass("org.apache.spark.package").getMethod("SPARK_VERSION").invoke(null),
          version: AnyRef
        )
        assertStepsAside(loader.plugin)
      } finally Thread.currentThread().setContextClassLoader(own)
    }
  }

  test("on its own Spark and Scala the plugin has both sides") {
    val plugin = new OkibiPlugin
    assert(plugin.driverPlugin() != null && plugin.executorPlugin() != null)
  }
}
