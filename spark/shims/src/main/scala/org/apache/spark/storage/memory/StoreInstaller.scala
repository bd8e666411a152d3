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

/** Replaces Spark's block store by Okibi's. Spark has no extension point for that: `BlockManager.memoryStore` is a
  * private field that is set once (3.5: val; 4.x: lazy val, SPARK-46947), as are `BlockManager.serializerManager`,
  * `BlockManager.diskStore`, `SparkEnv.serializerManager` and `MemoryStore.entries`. Reflection is used for these five
  * fields only.
  */
object StoreInstaller {

  /** The reason why Spark's own store stays in place, with a detail for the log. */
  final case class Refusal(reason: Reason, detail: String)

  /** @param hooks  answers and hears the store
    * @param format makes the block format from a function that returns Spark's own serializer for a class
    */
  def install(
      env: SparkEnv,
      hooks: StoreHooks,
      format: (ClassTag[_] => Serializer) => BlockFormat
  ): Either[Refusal, BlockStore] = {
    val manager = env.blockManager
    val old = manager.memoryStore
    if (old.getClass != classOf[MemoryStore])
      Left(Refusal(Reason.ForeignStore, s"the memory store is of class ${old.getClass.getName}"))
    else if (manager.serializerManager.getClass != classOf[SerializerManager])
      Left(
        Refusal(
          Reason.ForeignStore,
          s"the serializer manager is of class ${manager.serializerManager.getClass.getName}"
        )
      )
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
      envField <- field(classOf[SparkEnv], classOf[SerializerManager])
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
        if (env.serializerManager eq spark) envField.set(env, serializers)
        disk.foreach(diskField.set(manager, _))
        storeField.set(manager, store)
        memory.setMemoryStore(store)
      }
      store
    }

  /** The disk store that replaces Spark's. None if Spark's disk store already knows blocks, whose sizes only it has, or
    * if another plugin has replaced it.
    */
  private def diskStore(env: SparkEnv, manager: BlockManager): Option[HookedDiskStore] =
    if (manager.diskStore.getClass == classOf[DiskStore] && manager.diskBlockManager.getAllBlocks().isEmpty)
      Some(new HookedDiskStore(env.conf, manager.diskBlockManager, env.securityManager))
    else None

  /** Sizes are known before an unroll begins, so the unroll does not need to ask for half as much again as it has (the
    * default factor is 1.5).
    */
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
          Refusal(
            Reason.MissingField,
            s"${owner.getName} has ${found.length} fields of type ${kind.getName} instead of one"
          )
        )
    }
}
