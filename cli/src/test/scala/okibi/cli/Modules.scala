package okibi.cli

/** A module of the build.
  *
  * @param folder   from the root
  * @param artifact Maven's name for it
  */
final case class Module(folder: String, artifact: String)

/** The modules in the order that dependencies run: each may use those before it. */
object Modules {
  val all: Seq[Module] = Seq(
    Module("core", "okibi-core"),
    Module("explain/findings", "okibi-explain-findings"),
    Module("spark/shims", "okibi-spark-shims"),
    Module("spark/cache", "okibi-spark-cache"),
    Module("spark/observe", "okibi-spark-observe"),
    Module("spark/index", "okibi-spark-index"),
    Module("spark/sql", "okibi-spark-sql"),
    Module("spark/comet", "okibi-spark-comet"),
    Module("spark/python", "okibi-spark-python"),
    Module("spark/ui", "okibi-spark-ui"),
    Module("spark/plugin", "okibi-spark"),
    Module("mapreduce", "okibi-mapreduce"),
    Module("report", "okibi-report"),
    Module("explain/reports", "okibi-explain-reports"),
    Module("bench", "okibi-bench"),
    Module("cli", "okibi-cli")
  )

  /** They stand beside each other on shims, and the plugin joins them. */
  private val rooms = Set("spark/cache", "spark/observe", "spark/index", "spark/sql", "spark/ui")

  def mayUse(module: Module, other: Module): Boolean =
    all.indexOf(other) < all.indexOf(module) && !(rooms(module.folder) && rooms(other.folder))
}
