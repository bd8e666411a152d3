package okibi.core

import scala.concurrent.duration._

/** A suite with time for a busy machine: its tests may be slow there without being wrong. */
trait SlowSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 5.minutes
}
