package org.apache.spark.okibi

import java.io.{File, IOException}
import java.nio.channels.FileChannel
import java.nio.file.{Files, OpenOption, Path, StandardOpenOption}
import java.nio.file.attribute.{FileAttribute, PosixFilePermissions}
import java.util

import org.apache.spark.SparkEnv

/** Spark's local directories, and whether files in them must be encrypted. Both are private[spark]. */
object LocalFiles {

  /** A path for a new file in one of this executor's local directories.
    *
    * @throws java.io.IOException when the directory cannot be made
    */
  def newPath(): File = SparkEnv.get.blockManager.diskBlockManager.createTempLocalBlock()._2

  private val options: util.Set[OpenOption] =
    util.EnumSet
      .of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)
      .asInstanceOf[util.Set[OpenOption]]

  /** Makes a file for the owner of this process alone, where the file system knows owners, and opens it. */
  def create(path: Path): FileChannel = {
    val owned: Seq[FileAttribute[_]] =
      if (path.getFileSystem.supportedFileAttributeViews.contains("posix"))
        Seq(PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
      else Nil
    FileChannel.open(path, options, owned: _*)
  }

  /** Java closes a channel whose user is interrupted, as tasks are that Spark kills, and other users would fail. Only a
    * method of the JDK's own class prevents that; Spark opens its package to all.
    *
    * @throws java.lang.Exception where the package is not open
    */
  def keepOpen(channel: FileChannel): Unit = {
    val method = channel.getClass.getMethod("setUninterruptible")
    method.setAccessible(true)
    method.invoke(channel)
    ()
  }

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
