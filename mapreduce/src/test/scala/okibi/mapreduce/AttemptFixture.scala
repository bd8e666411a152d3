package okibi.mapreduce

import java.nio.file.Path

import scala.concurrent.duration._

import munit.FunSuite

/** A suite that runs attempts: it has time for a busy machine, and a folder for each test that asks for one. */
trait AttemptFixture extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  protected val folder: FunFixture[Path] = FunFixture[Path](_ => Attempt.newFolder(), Attempt.delete)
}
