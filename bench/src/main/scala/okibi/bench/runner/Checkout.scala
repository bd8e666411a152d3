package okibi.bench.runner

import java.nio.file.{Path, Paths}

/** The checkout of Okibi that this program runs from. */
object Checkout {

  /** Its root, absolute, as the launcher gives it; the working directory without the launcher. */
  def root: Path = Paths.get(System.getProperty("okibi.root", ".")).toAbsolutePath

  /** A file or folder that is kept from run to run, below `.okibi`. */
  def kept(name: String): Path = root.normalize.resolve(".okibi").resolve(name)
}
