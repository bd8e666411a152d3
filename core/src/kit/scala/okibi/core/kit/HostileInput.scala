package okibi.core.kit

import java.nio.file.{Files, Path, Paths}

/** Reads bytes that an attacker chose, `dev/hostile`. Jazzer calls `fuzzerTestOneInput` of an object with this trait
  * with bytes that it changes, guided by the code that they reach. What is thrown is a fault.
  */
trait HostileInput {

  /** Bytes that Okibi wrote itself, to begin with. */
  def seeds: Seq[Array[Byte]]

  def fuzzerTestOneInput(bytes: Array[Byte]): Unit

  /** Writes the seeds into a folder. */
  def main(args: Array[String]): Unit = {
    val folder: Path = Files.createDirectories(Paths.get(args(0)))
    seeds.zipWithIndex.foreach { case (seed, number) => Files.write(folder.resolve(s"seed-$number"), seed) }
  }
}
