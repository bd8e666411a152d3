package okibi.bench.machine.probe

import okibi.bench.machine.device.DeviceTable
import okibi.bench.runner.ResultTable
import okibi.core.machine.MachineProfile

/** The machine profile as tables. */
object ProbeTables {
  def apply(profile: MachineProfile): String = Seq(
    f"${profile.cores}%d cores, ${profile.memoryBytes / 1e9}%.1f GB of memory, JDK ${profile.jdk}%s" +
      (if (profile.quick) "; measured quickly: rough figures" else ""),
    memory(profile),
    DeviceTable(profile.devices),
    ResultTable(
      Seq("compression, one core, MB/s", "data", "compress", "decompress", "size"),
      profile.codecs.map(c =>
        Seq(c.codec, c.data, whole(c.compressMbPerSecond), whole(c.decompressMbPerSecond), f"${c.ratio * 100}%.0f %%")
      )
    ),
    ResultTable(
      Seq("serializer, one core, MB/s", "records", "write", "read"),
      profile.serializers.map(s => Seq(s.serializer, s.records, whole(s.writeMbPerSecond), whole(s.readMbPerSecond)))
    ),
    ResultTable(
      Seq("sort, one core", "million keys/s"),
      profile.sorts.map(s => Seq(s.keys, f"${s.millionPerSecond}%.1f"))
    )
  ).mkString("\n\n")

  private def memory(profile: MachineProfile): String = {
    val copies = profile.memory.copies.map { copy =>
      Seq(if (copy.threads == 1) "copy, one core" else s"copy, ${copy.threads} cores", whole(copy.mbPerSecond))
    }
    ResultTable(
      Seq("memory", "MB/s"),
      copies ++ Seq(
        Seq("page cache, mapped", whole(profile.memory.mappedReadMbPerSecond)),
        Seq("page cache, read()", whole(profile.memory.cachedReadMbPerSecond))
      )
    )
  }

  private def whole(value: Double): String = f"$value%.0f"
}
