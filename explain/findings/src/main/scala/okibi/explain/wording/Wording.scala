package okibi.explain.wording

/** How findings, cautions and reports write counts, lists and figures. */
object Wording {

  /** `1 task`, `1,824 tasks`.
    *
    * @param plural of the noun, where it is not the singular with an `s`
    */
  def count(number: Long, singular: String, plural: String): String =
    f"$number%,d ${if (number == 1) singular else plural}"

  def count(number: Long, singular: String): String = count(number, singular, singular + "s")

  /** The first items, and `...` where there are more. */
  def list(items: Iterable[Any], most: Int = 5): String =
    items.take(most).mkString(", ") + (if (items.size > most) ", ..." else "")

  /** `stage 3`, `stages 3, 4`; the first five of them. */
  def stages(ids: Seq[Any]): String = s"${if (ids.size == 1) "stage" else "stages"} ${list(ids)}"

  /** Seconds of milliseconds, without the unit: `1.5`. */
  def seconds(ms: Long): String = seconds(ms.toDouble)

  def seconds(ms: Double): String = f"${ms / 1000}%.1f"

  /** `12 MB`. */
  def megabytes(bytes: Long): String = megabytes(bytes.toDouble)

  def megabytes(bytes: Double): String = f"${bytes / 1e6}%.0f MB"

  /** `53 %`.
    *
    * @param share between 0 and 1
    */
  def percent(share: Double): String = f"${share * 100}%.0f %%"
}
