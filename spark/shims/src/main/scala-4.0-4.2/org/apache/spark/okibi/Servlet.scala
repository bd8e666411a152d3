package org.apache.spark.okibi

/** The servlet API of Spark 4's pages. */
private[okibi] object Servlet {
  type Request = jakarta.servlet.http.HttpServletRequest
}
