package org.apache.spark.storage.memory

import java.lang.reflect.{Field, Modifier}
import java.util

import scala.reflect.ClassTag

import okibi.core.reason.Reason
import okibi.spark.shims.{BlockFormat, BlockStore, StoreHooks}

import org.apache.spark.{SparkConf, SparkEnv}
import org.apache.spark.internal.config.UNROLL_MEMORY_GROWTH_FACTOR
import org.apache.spark.serializer.{Serializer, SerializerManager}
import org.apache.spark.storage.{BlockId, BlockManager, DiskStore, HookedDiskStore}

/** Puts our store in the place of Spark's. There is no extension point for it: `BlockManager.memoryStore` is a private
  * field that is set once (3.5: val; 4.x: lazy val, SPARK-46947), as are `BlockManager.serializerManager`, `BlockManager.diskStore` and
  * `MemoryStore.entries`; these four are all that reflection is used for.
  */
object StoreInstaller {

  /** Why the store stayed Spark's own, with the detail for the log. */
  final case class Refusal(reason: Reason, detail: String)

  /** @param hooks  asked and told about blocks
    * @param format makes the format, given Spark's own serializer for a class
    */
  def install(
      env: SparkEnv,
      hooks: StoreHooks,
      format: (ClassTag[_] => Serializer) => BlockFormat
  ): Either[Refusal, BlockStore] = {
    val manager = env.blockManager
    val old = manager.memoryStore
    if (old.getClass != classOf[MemoryStore])
      Left(Refusal(Reason.ForeignStore, s"the memory store is a ${old.getClass.getName}"))
    else if (manager.serializerManager.getClass != classOf[SerializerManager])
      Left(Refusal(Reason.ForeignStore, s"the serializer manager is a ${manager.serializerManager.getClass.getName}"))
    else swap(env, manager, old, hooks, format)
  }

  private def swap(
      env: SparkEnv,
      manager: BlockManager,
      old: MemoryStore,
      hooks: StoreHooks,
      format: (ClassTag[_] => Serializer) => BlockFormat
  ): Either[Refusal, BlockStore] =
    for {
      storeField <- field(classOf[BlockManager], classOf[MemoryStore])
      serializerField <- field(classOf[BlockManager], classOf[SerializerManager])
      diskField <- field(classOf[BlockManager], classOf[DiskStore])
      entriesField <- field(classOf[MemoryStore], classOf[util.LinkedHashMap[_, _]])
    } yield {
      def entriesOf(store: MemoryStore) =
        entriesField.get(store).asInstanceOf[util.LinkedHashMap[BlockId, MemoryEntry[_]]]
      val memory = env.memoryManager
      val spark = manager.serializerManager
      val disk = diskStore(env, manager)
      val serializers = new HookedSerializerManager(
        spark,
        env.conf,
        env.securityManager.getIOEncryptionKey(),
        format(tag => spark.getSerializer(tag, autoPick = true)),
        block => disk.flatMap(_.channel(block))
      )
      val store = new HookedMemoryStore(unrollConf(env.conf), manager, serializers, memory, hooks, entriesOf)
      memory.synchronized {
        val held = entriesOf(old)
        held.synchronized(entriesOf(store).putAll(held))
        hooks.attached(store)
        serializerField.set(manager, serializers)
        disk.foreach(diskField.set(manager, _))
        storeField.set(manager, store)
        memory.setMemoryStore(store)
      }
      store
    }

  /** To stand in for Spark's own; none where that knows blocks already, whose sizes it alone has, or is somebody else's. */
  private def diskStore(env: SparkEnv, manager: BlockManager): Option[HookedDiskStore] =
    if (manager.diskStore.getClass == classOf[DiskStore] && manager.diskBlockManager.getAllBlocks().isEmpty)
      Some(new HookedDiskStore(env.conf, manager.diskBlockManager, env.securityManager))
    else None

  /** Sizes are known before an unroll begins, so it need not ask for half as much again as it has (default 1.5). */
  private def unrollConf(conf: SparkConf): SparkConf =
    if (conf.contains(UNROLL_MEMORY_GROWTH_FACTOR.key)) conf
    else conf.clone.set(UNROLL_MEMORY_GROWTH_FACTOR.key, "1.1")

  private def field(owner: Class[_], kind: Class[_]): Either[Refusal, Field] =
    owner.getDeclaredFields.filter(f => f.getType == kind && !Modifier.isStatic(f.getModifiers)) match {
      case Array(found) =>
        found.setAccessible(true)
        Right(found)
      case found =>
        Left(
          Refusal(Reason.MissingField, s"${owner.getName} has ${found.length} fields of type ${kind.getName}, not one")
        )
    }
}
