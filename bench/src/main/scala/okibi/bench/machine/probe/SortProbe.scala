package okibi.bench.machine.probe

import java.util.{Arrays, SplittableRandom}

import okibi.core.machine.SortSpeed

/** Measures sorting random keys in memory, on one thread, with the JDK's sorts. */
object SortProbe {
  private val keys = 1000000
  private val stringLength = 10
  private val seed = 1L

  def run(timer: RepeatTimer): Seq[SortSpeed] = {
    val random = new SplittableRandom(seed)
    val longs = Array.fill(keys)(random.nextLong())
    val strings = Array.fill(keys)(new String(Array.fill(stringLength)((' ' + random.nextInt(95)).toChar)))
    val sortedLongs = new Array[Long](keys)
    val sortedStrings = new Array[String](keys)
    Seq(
      SortSpeed(
        "longs",
        timer.perSecond(keys / 1e6, System.arraycopy(longs, 0, sortedLongs, 0, keys))(Arrays.sort(sortedLongs))
      ),
      SortSpeed(
        "strings",
        timer.perSecond(keys / 1e6, System.arraycopy(strings, 0, sortedStrings, 0, keys))(
          Arrays.sort(sortedStrings.asInstanceOf[Array[AnyRef]])
        )
      )
    )
  }
}
