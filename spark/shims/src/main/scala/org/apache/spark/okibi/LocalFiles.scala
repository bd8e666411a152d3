package org.apache.spark.okibi

import java.io.File

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

  /** The name that Spark has for this executor's machine; None until the block manager has started. */
  def host: Option[String] = Option(SparkEnv.get).flatMap(env => Option(env.blockManager.blockManagerId)).map(_.host)

  /** Whether `spark.io.encryption.enabled` is set on this executor. */
  def areEncrypted: Boolean = SparkEnv.get.securityManager.getIOEncryptionKey().isDefined
}
