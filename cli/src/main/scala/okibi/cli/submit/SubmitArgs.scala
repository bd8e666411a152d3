package okibi.cli.submit

/** The arguments of spark-submit.
  *
  * @param options its own options in order, with their values; switches have no value
  * @param app     the application and its arguments, unchanged
  */
final case class SubmitArgs(options: Seq[(String, Option[String])], app: Seq[String]) {

  /** The value of a Spark key, from the arguments or the defaults file. */
  def setting(key: String, defaults: Map[String, String]): Option[String] = conf(key).orElse(defaults.get(key))

  /** The value of one of spark-submit's own options. */
  def option(name: String): Option[String] = last(name)

  /** The arguments with Okibi's jar and plugin added to the user's, from the arguments or the defaults file, and with
    * further settings.
    */
  def withOkibi(jar: String, defaults: Map[String, String], more: Seq[(String, String)] = Nil): Seq[String] = {
    val jars = last("--jars").orElse(setting(SubmitArgs.jarsKey, defaults))
    val plugins = setting(SubmitArgs.pluginsKey, defaults)
    val others = options.filterNot { case (name, value) =>
      name == "--jars" || (SubmitArgs.isConf(name) && value.exists(v =>
        Seq(SubmitArgs.jarsKey, SubmitArgs.pluginsKey).contains(key(v))
      ))
    }
    Seq("--jars", join(jars, jar), "--conf", s"${SubmitArgs.pluginsKey}=${join(plugins, SubmitArgs.plugin)}") ++
      others.flatMap { case (name, value) => name +: value.toSeq } ++ more.flatMap { case (key, value) =>
        Seq("--conf", s"$key=$value")
      } ++ app
  }

  private def last(option: String): Option[String] = options.reverseIterator.collectFirst {
    case (`option`, Some(value)) => value
  }

  private def conf(wanted: String): Option[String] = options.reverseIterator.collectFirst {
    case (name, Some(setting)) if SubmitArgs.isConf(name) && key(setting) == wanted =>
      setting.drop(wanted.length + 1).trim
  }

  private def key(setting: String): String = setting.takeWhile(_ != '=').trim

  private def join(list: Option[String], item: String): String =
    (list.toSeq.flatMap(_.split(',')).map(_.trim).filter(_.nonEmpty) :+ item).distinct.mkString(",")
}

object SubmitArgs {
  val plugin = "okibi.spark.OkibiPlugin"
  private val jarsKey = "spark.jars"
  private val pluginsKey = "spark.plugins"

  /** Options of spark-submit that take no value; all others take one. */
  private val switches =
    Set("--help", "-h", "--supervise", "--usage-error", "--verbose", "-v", "--version", "--load-spark-defaults")
  private val withEquals = "^(--[^=]+)=(.*)$".r

  private def isConf(option: String): Boolean = option == "--conf" || option == "-c"

  /** Splits at the first argument that is neither an option nor an option's value: the application. */
  def parse(args: Seq[String]): SubmitArgs = {
    val options = Seq.newBuilder[(String, Option[String])]
    var rest = args.toList
    var inOptions = true
    while (inOptions) rest match {
      case withEquals(name, value) :: tail =>
        options += (name -> Some(value))
        rest = tail
      case name :: tail if switches(name) =>
        options += (name -> None)
        rest = tail
      case name :: value :: tail if name.startsWith("-") =>
        options += (name -> Some(value))
        rest = tail
      case _ => inOptions = false
    }
    SubmitArgs(options.result(), rest)
  }
}
