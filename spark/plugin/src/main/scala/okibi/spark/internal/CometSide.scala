package okibi.spark.internal

import okibi.core.conf.TableConf

import org.apache.spark.SparkConf
import org.slf4j.LoggerFactory

import scala.util.Try

/** Apache DataFusion Comet beside Okibi. Comet leaves the scan of a cached table, and what stands on the scan, to Spark
  * unless a setting of Comet's says otherwise; this object sets it, and adds the rule by which columns reach Comet's
  * native operators in bulk.
  */
private[spark] object CometSide {
  private val log = LoggerFactory.getLogger("okibi")

  private val names = Seq("org.apache.spark.CometPlugin", "org.apache.comet.CometSparkSessionExtensions")

  private[internal] val conversion = "spark.comet.convert.inMemoryCache.enabled"

  // Named, because the classes need Comet's.
  private val rule = "okibi.spark.comet.CometExtensions"
  private val node = "okibi.spark.comet.TableToArrowExec"
  private val reader = "okibi.spark.comet.TableArrowReader"

  /** What older versions of Comet have instead. They say that times outside UTC may be wrong with it, so that it stays as
    * it is; a user who set it has decided for the newer key too.
    */
  private val olderConversion = "spark.comet.sparkToColumnar.enabled"

  /** Changes the application's own configuration when Comet is one of the plugins or extensions, unless the user decided.
    */
  def install(conf: SparkConf): Unit =
    if (isNamed(conf)) {
      if (!isDecided(conf) && declaresConversion) {
        conf.set(conversion, "true")
        log.info(s"Okibi lets Comet's native operators read cached tables: $conversion=true; false keeps them from it.")
      }
      if (TableConf.comet.read(Runtimes.lookup(conf)) && hasRule)
        Runtimes.listLast(conf, TableSide.extensions, rule)
    }

  private[internal] def isNamed(conf: SparkConf): Boolean =
    Seq("spark.plugins", TableSide.extensions).flatMap(Runtimes.listed(conf, _)).exists(names.contains)

  private[internal] def isDecided(conf: SparkConf): Boolean =
    conf.contains(conversion) || conf.contains(olderConversion)

  /** Whether this jar has the rule, which is compiled for some lines of Spark, and this version of Comet the classes that
    * the rule builds upon.
    */
  private def hasRule: Boolean =
    try {
      val loader = Thread.currentThread().getContextClassLoader
      Class.forName(reader, true, loader)
      Class.forName(node, true, loader).getSuperclass.getDeclaredMethods.exists(_.getName == "mapToReaders")
    } catch { case _: ClassNotFoundException | _: LinkageError => false }

  /** Whether this version of Comet has the setting, by Comet's own list. */
  private def declaresConversion: Boolean =
    Try {
      val declarations =
        Class.forName("org.apache.comet.CometConf$", true, Thread.currentThread().getContextClassLoader)
      val entries = declarations.getMethod("allConfs").invoke(declarations.getField("MODULE$").get(null))
      entries
        .asInstanceOf[collection.Iterable[AnyRef]]
        .exists(entry => entry.getClass.getMethod("key").invoke(entry) == conversion)
    }.getOrElse(false)
}
