package okibi.spark.sql.stats

import java.math.{BigDecimal, BigInteger, RoundingMode}

/** Decimals of more than 18 digits as sixteen bytes in their order: the unscaled value, most significant byte first, its
  * sign turned round. 38 digits need 127 bits.
  */
object DecimalKeys {
  private val length = 16

  def toKey(value: BigDecimal, scale: Int): Array[Byte] = {
    val unscaled = value.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue.toByteArray
    val key = new Array[Byte](length)
    java.util.Arrays.fill(key, 0, length - unscaled.length, if (unscaled(0) < 0) -1.toByte else 0.toByte)
    System.arraycopy(unscaled, 0, key, length - unscaled.length, unscaled.length)
    key(0) = (key(0) ^ 0x80).toByte
    key
  }

  def fromKey(key: Array[Byte], scale: Int): BigDecimal = {
    val unscaled = key.clone()
    unscaled(0) = (unscaled(0) ^ 0x80).toByte
    new BigDecimal(new BigInteger(unscaled), scale)
  }
}
