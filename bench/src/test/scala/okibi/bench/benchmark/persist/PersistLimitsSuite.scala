package okibi.bench.benchmark.persist

import java.nio.file.Paths

import okibi.bench.machine.device.{Device, DeviceLimits, WritePlace}
import okibi.bench.runner.{ResultRow, Variant}
import okibi.bench.workload.{PersistJob, PersistMetrics}
import okibi.core.machine.{MachineProfile, MemorySpeed, SerializerSpeed}

import munit.FunSuite

class PersistLimitsSuite extends FunSuite {
  private val disk = WritePlace.Directory(Device(Paths.get("/d"), 1, "/dev/x", Paths.get("/"), "ext4"), "d")
  private val memory = WritePlace.Directory(Device(Paths.get("/m"), 2, "tmpfs", Paths.get("/m"), "tmpfs"), "m")
  private val profile = MachineProfile(
    "",
    quick = false,
    2,
    1,
    "17",
    MemorySpeed(Nil, 1, 1),
    Nil,
    Nil,
    Seq(SerializerSpeed("okibi", "strings", 318, 354)),
    Nil
  )
  private val write = PersistJob.Write("500 MB", 500, 1)

  private def row(writing: Double, synced: Double): ResultRow = ResultRow(
    "persist",
    Variant("okibi", "job", ujson.Obj(), "1g"),
    Seq(1),
    Map(
      PersistMetrics.persist -> 310.0,
      PersistMetrics.plain -> 480.0,
      PersistMetrics.synced -> synced,
      PersistMetrics.writing -> writing,
      PersistMetrics.serialize -> 333.0
    ).map { case (name, value) => s"500 MB.$name" -> value },
    None,
    None
  )

  private def bound(place: WritePlace, writing: Double, synced: Double): Option[PersistBound] =
    new PersistLimits(place, "strings", None).bound(row(writing, synced), write)

  test("a persist is bound by what takes most of its time") {
    assertEquals(bound(disk, 0.3, 470), Some(PersistBound.Serializing))
    assertEquals(bound(disk, 0.8, 470), Some(PersistBound.Device))
    assertEquals(bound(disk, 0.8, 100), Some(PersistBound.MemoryCopy))
    assertEquals(bound(memory, 0.8, 480), Some(PersistBound.MemoryCopy))
    assertEquals(bound(WritePlace.Simulated(DeviceLimits.hdd, 1), 0.8, 480), Some(PersistBound.Device))
    assertEquals(new PersistLimits(disk, "strings", None).bound(row(0.3, 1), PersistJob.Write("other", 1, 1)), None)
  }

  test("the sentence compares the result with the machine, by the profile where there is one") {
    assertEquals(
      new PersistLimits(disk, "strings", Some(profile)).sentence(row(0.3, 470), write),
      Some(
        "persist of strings (500 MB) reached 310 MB/s of the 480 MB/s that /d (/dev/x, ext4) takes; bound by " +
          "serialization " +
          "(one core at 318 MB/s)"
      )
    )
    val measured = new PersistLimits(disk, "strings", None).sentence(row(0.3, 470), write)
    assert(measured.exists(_.endsWith("bound by serialization (one core at 333 MB/s)")), measured)
    val other = profile.copy(serializers = Seq(SerializerSpeed("okibi", "strings", 2000, 354)))
    val apart = new PersistLimits(disk, "strings", Some(other)).sentence(row(0.3, 470), write)
    assert(apart.exists(_.endsWith("(one core at 333 MB/s here, at 2000 MB/s in the machine profile)")), apart)
  }
}
