package okibi.cli

import okibi.bench.runner.UsageException

/** The `--scale` option of a command. */
private[cli] object ScaleOption {

  /** The scale with a name.
    *
    * @throws UsageException for an unknown name; the message lists the known ones
    */
  def find[T](name: String, scales: Seq[T])(nameOf: T => String): T =
    scales
      .find(scale => nameOf(scale) == name)
      .getOrElse(
        throw new UsageException(s"--scale $name: no such scale. Allowed: ${scales.map(nameOf).mkString(", ")}.")
      )
}
