package okibi.bench.machine.probe

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.util.Try

import okibi.bench.runner.Checkout
import okibi.core.machine._

/** The machine profile as a file, machine.json. docs/probe.md describes its fields. */
object MachineProfileJson {
  private val version = 1

  /** The file that `okibi probe` writes and every reader looks for. */
  def file: Path = Checkout.kept("machine.json")

  def write(file: Path, profile: MachineProfile): Unit = {
    Files.createDirectories(file.toAbsolutePath.getParent)
    Files.write(file, (ujson.write(json(profile), indent = 2) + "\n").getBytes(UTF_8))
    ()
  }

  /** The profile of a file; none when the file is missing, damaged or of another version, because the profile can be
    * measured again.
    */
  def read(file: Path): Option[MachineProfile] =
    try
      Try(ujson.read(Files.readAllBytes(file)))
        .filter(_("version").num == version)
        .flatMap(json => Try(profile(json)))
        .toOption
    catch { case _: IOException => None }

  def json(profile: MachineProfile): ujson.Obj = ujson.Obj(
    "version" -> version,
    "time" -> profile.time,
    "quick" -> profile.quick,
    "cores" -> profile.cores,
    "memoryBytes" -> profile.memoryBytes.toDouble,
    "jdk" -> profile.jdk,
    "memoryCopy" -> array(profile.memory.copies)(copy =>
      ujson.Obj("threads" -> copy.threads, "mbPerSecond" -> copy.mbPerSecond)
    ),
    "mappedRead" -> profile.memory.mappedReadMbPerSecond,
    "cachedRead" -> profile.memory.cachedReadMbPerSecond,
    "devices" -> array(profile.devices)(device),
    "codecs" -> array(profile.codecs)(codec =>
      ujson.Obj(
        "codec" -> codec.codec,
        "data" -> codec.data,
        "compress" -> codec.compressMbPerSecond,
        "decompress" -> codec.decompressMbPerSecond,
        "ratio" -> codec.ratio
      )
    ),
    "serializers" -> array(profile.serializers)(speed =>
      ujson.Obj(
        "serializer" -> speed.serializer,
        "records" -> speed.records,
        "write" -> speed.writeMbPerSecond,
        "read" -> speed.readMbPerSecond
      )
    ),
    "sorts" -> array(profile.sorts)(sort => ujson.Obj("keys" -> sort.keys, "millionPerSecond" -> sort.millionPerSecond))
  )

  def device(speed: DeviceSpeed): ujson.Obj = ujson.Obj(
    "directory" -> speed.directory,
    "device" -> speed.device,
    "mountPoint" -> speed.mountPoint,
    "fileSystem" -> speed.fileSystem,
    "freeBytes" -> speed.freeBytes.toDouble,
    "tool" -> speed.tool,
    "access" -> array(speed.access)(access =>
      ujson.Obj("pattern" -> access.pattern, "mbPerSecond" -> access.mbPerSecond, "iops" -> access.iops)
    ),
    "notes" -> array(speed.notes)(ujson.Str(_))
  )

  /** @throws Exception of ujson for JSON that is no profile */
  def profile(json: ujson.Value): MachineProfile = MachineProfile(
    time = json("time").str,
    quick = json("quick").bool,
    cores = json("cores").num.toInt,
    memoryBytes = json("memoryBytes").num.toLong,
    jdk = json("jdk").str,
    memory = MemorySpeed(
      each(json("memoryCopy"))(copy => CopySpeed(copy("threads").num.toInt, copy("mbPerSecond").num)),
      mappedReadMbPerSecond = json("mappedRead").num,
      cachedReadMbPerSecond = json("cachedRead").num
    ),
    devices = each(json("devices"))(deviceSpeed),
    codecs = each(json("codecs"))(codec =>
      CodecSpeed(
        codec("codec").str,
        codec("data").str,
        codec("compress").num,
        codec("decompress").num,
        codec("ratio").num
      )
    ),
    serializers = each(json("serializers"))(speed =>
      SerializerSpeed(speed("serializer").str, speed("records").str, speed("write").num, speed("read").num)
    ),
    sorts = each(json("sorts"))(sort => SortSpeed(sort("keys").str, sort("millionPerSecond").num))
  )

  def deviceSpeed(json: ujson.Value): DeviceSpeed = DeviceSpeed(
    directory = json("directory").str,
    device = json("device").str,
    mountPoint = json("mountPoint").str,
    fileSystem = json("fileSystem").str,
    freeBytes = json("freeBytes").num.toLong,
    tool = json("tool").str,
    access =
      each(json("access"))(access => AccessSpeed(access("pattern").str, access("mbPerSecond").num, access("iops").num)),
    notes = each(json("notes"))(_.str)
  )

  private def array[T](values: Seq[T])(json: T => ujson.Value): ujson.Arr = ujson.Arr.from(values.map(json))
  private def each[T](json: ujson.Value)(read: ujson.Value => T): Seq[T] = json.arr.toSeq.map(read)
}
