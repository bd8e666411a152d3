package org.apache.spark.okibi

import java.net.URL
import java.util.UUID

import org.apache.spark.{JobArtifactSet, JobArtifactState, SparkContext}
import org.apache.spark.util.{MutableURLClassLoader, Utils}

/** Jobs as a session of Spark Connect has them: classes of its own artifacts, in a class loader of its own here and on every executor. */
object ArtifactSession {

  /** @param jar  the session's only artifact
    * @param body given the session's class loader
    */
  def within[T](context: SparkContext, jar: URL)(body: ClassLoader => T): T = {
    val loader = new MutableURLClassLoader(Array(jar), Utils.getContextOrSparkClassLoader)
    Utils.withContextClassLoader(loader) {
      JobArtifactSet.withActiveJobArtifactState(JobArtifactState(UUID.randomUUID.toString, None)) {
        context.addJar(jar.toString)
        body(loader)
      }
    }
  }
}
