package org.apache.spark.okibi

/** The servlet API that Spark 4's pages use. */
private[okibi] object Servlet {
  type Request = jakarta.servlet.http.HttpServletRequest
}
