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

  /** spark.io.encryption.enabled on this executor. */
  def areEncrypted: Boolean = SparkEnv.get.securityManager.getIOEncryptionKey().isDefined
}
