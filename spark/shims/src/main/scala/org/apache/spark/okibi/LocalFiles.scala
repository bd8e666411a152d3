package org.apache.spark.okibi

import java.io.{File, IOException}
import java.nio.file.{Files, Path}

import org.apache.spark.SparkEnv

/** Spark's local directories, and whether files in them must be encrypted. Both are private[spark]. */
object LocalFiles {

  /** A path for a new file in one of this executor's local directories.
    *
    * @throws java.io.IOException when the directory cannot be made
    */
  def newPath(): File = SparkEnv.get.blockManager.diskBlockManager.createTempLocalBlock()._2

  /** Spark's local directories on this executor. */
  def directories: Seq[File] = SparkEnv.get.blockManager.diskBlockManager.localDirs.toSeq

  /** Whether files of a folder are memory of the machine. In some containers Java does not find what is mounted there:
    * then they are taken to be on a disk.
    */
  def areInMemory(folder: Path): Boolean =
    try Set("tmpfs", "ramfs")(Files.getFileStore(folder).`type`)
    catch { case _: IOException => false }

  /** The name that Spark has for this executor's machine; None until the block manager has started. */
  def host: Option[String] = Option(SparkEnv.get).flatMap(env => Option(env.blockManager.blockManagerId)).map(_.host)

  /** Whether `spark.io.encryption.enabled` is set on this executor. */
  def areEncrypted: Boolean = SparkEnv.get.securityManager.getIOEncryptionKey().isDefined
}
