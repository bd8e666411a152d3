package okibi.spark.sql.stats

import java.math.{BigDecimal, RoundingMode}

/** Keys of decimals of more than 18 digits: sixteen bytes, which compare unsigned as the decimals do. A key is the
  * unscaled value, most significant byte first, with the sign bit inverted. 38 digits need 127 bits.
  */
private[stats] object DecimalKeys {
  private val length = 16

  def of(value: BigDecimal, scale: Int): Array[Byte] = {
    val unscaled = value.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue.toByteArray
    val key = new Array[Byte](length)
    java.util.Arrays.fill(key, 0, length - unscaled.length, if (unscaled(0) < 0) -1.toByte else 0.toByte)
    System.arraycopy(unscaled, 0, key, length - unscaled.length, unscaled.length)
    key(0) = (key(0) ^ 0x80).toByte
    key
  }
}
