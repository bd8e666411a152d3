package okibi.bench.machine.probe

import java.util.{Arrays, SplittableRandom}

import okibi.core.machine.SortSpeed

/** Sorting random keys in memory, on one thread, with the JDK's sorts. */
object SortProbe {
  private val keys = 1000000
  private val stringLength = 10
  private val seed = 1L

  def run(timed: Timed): Seq[SortSpeed] = {
    val random = new SplittableRandom(seed)
    val longs = Array.fill(keys)(random.nextLong())
    val strings = Array.fill(keys)(new String(Array.fill(stringLength)((' ' + random.nextInt(95)).toChar)))
    val longsHere = new Array[Long](keys)
    val stringsHere = new Array[String](keys)
    Seq(
      SortSpeed(
        "longs",
        timed.perSecond(keys / 1e6, System.arraycopy(longs, 0, longsHere, 0, keys))(Arrays.sort(longsHere))
      ),
      SortSpeed(
        "strings",
        timed.perSecond(keys / 1e6, System.arraycopy(strings, 0, stringsHere, 0, keys))(
          Arrays.sort(stringsHere.asInstanceOf[Array[AnyRef]])
        )
      )
    )
  }
}
