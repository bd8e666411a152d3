package org.apache.spark.okibi

/** The servlet API of Spark 3's pages. */
private[okibi] object Servlet {
  type Request = javax.servlet.http.HttpServletRequest
}
