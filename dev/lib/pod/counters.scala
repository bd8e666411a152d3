// Prints what the plugin counted, and ends the shell.

// Without the plugin there is no such class.
val okibi = scala.util.Try(Thread.currentThread.getContextClassLoader.loadClass("okibi.spark.OkibiJava"))
println(s"okibi: ${okibi.map(_.getMethod("metrics").invoke(null))}")
System.exit(0)
