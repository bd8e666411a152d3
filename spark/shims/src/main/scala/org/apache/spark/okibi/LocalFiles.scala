package org.apache.spark.okibi

import java.io.File

import org.apache.spark.SparkEnv

/** Spark's local directories and whether what is in them must be encrypted: both are private[spark]. */
object LocalFiles {

  /** The path of a new file of this executor, in one of its local directories.
    *
    * @throws java.io.IOException when the directory cannot be made
    */
  def newPath(): File = SparkEnv.get.blockManager.diskBlockManager.createTempLocalBlock()._2

  /** Spark's local directories on this executor. */
  def directories: Seq[File] = SparkEnv.get.blockManager.diskBlockManager.localDirs.toSeq

  /** The name that this executor's machine has in Spark; None as long as its block manager has not begun. */
  def host: Option[String] = Option(SparkEnv.get).flatMap(env => Option(env.blockManager.blockManagerId)).map(_.host)

  /** spark.io.encryption.enabled on this executor. */
  def areEncrypted: Boolean = SparkEnv.get.securityManager.getIOEncryptionKey().isDefined
}
