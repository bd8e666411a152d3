package okibi.spark.index

import okibi.core.conf.{CacheConf, IndexConf}

/** The configuration of indexes, read once at the driver and sent along with each indexed RDD.
  *
  * @param filter        auto, bloom, exact or none
  * @param probeKeys     the number of keys in a question for which the filters are made
  * @param driverBytes   heap for all filters at the driver
  * @param executorBytes heap for filters on each executor
  * @param smallRows     most rows of the small side of a join
  */
final case class IndexSettings(filter: String, probeKeys: Int, driverBytes: Long, executorBytes: Long, smallRows: Int) {
  def builds: Boolean = filter != "none"
}

object IndexSettings {

  /** @param lookup returns the text that is set for a key, if any
    * @throws okibi.core.conf.ConfException when a value is not allowed
    */
  def apply(lookup: String => Option[String]): IndexSettings = IndexSettings(
    filter = if (CacheConf.enabled.read(lookup)) IndexConf.filter.read(lookup) else "none",
    probeKeys = IndexConf.probeKeys.read(lookup),
    driverBytes = IndexConf.driverMemory.read(lookup),
    executorBytes = IndexConf.executorMemory.read(lookup),
    smallRows = IndexConf.smallRows.read(lookup)
  )
}
