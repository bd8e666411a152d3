package org.apache.spark.okibi

import java.net.URL
import java.util.UUID

import org.apache.spark.{JobArtifactSet, JobArtifactState, SparkContext}
import org.apache.spark.util.{MutableURLClassLoader, Utils}

/** Runs jobs as a session of Spark Connect does: the session has its own artifacts, in its own class loader here and on
  * every executor.
  */
object ArtifactSession {

  /** @param jar  the only artifact of the session
    * @param body gets the class loader of the session
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
