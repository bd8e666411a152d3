package org.apache.spark.okibi

/** The servlet API that Spark 3's pages use. */
private[okibi] object Servlet {
  type Request = javax.servlet.http.HttpServletRequest
}
