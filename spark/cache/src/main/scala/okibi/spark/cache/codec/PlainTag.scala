package okibi.spark.cache.codec

/** The byte in front of each reference in a [[PlainEncoder]]: the kind of the value that follows. */
private[codec] object PlainTag {
  final val Null = 0
  final val Text = 1
  final val Int = 2
  final val Long = 3
  final val Double = 4
  final val Bool = 5
  final val Byte = 6
  final val Short = 7
  final val Char = 8
  final val Float = 9
  final val None = 10
  final val Bools = 11
  final val Bytes = 12
  final val Shorts = 13
  final val Chars = 14
  final val Ints = 15
  final val Longs = 16
  final val Floats = 17
  final val Doubles = 18
  final val List = 20
  final val Vector = 21
  final val Map = 22
  final val HashMap = 23
  final val Set = 24
  final val HashSet = 25
  final val ArrayBuffer = 26
  final val JavaArrayList = 27

  /** An array of objects: the class of its elements as in `NewClass` or by its number, then the length, then the
    * elements.
    */
  final val Array = 28

  /** An object of a class that the frame has not named yet: its name and print follow, then its fields. */
  final val NewClass = 19

  /** An object of class 0, 1, ... in the order in which the frame named them. */
  final val FirstClass = 32

  /** Most classes that a frame can name. */
  final val MaxClasses = 90
}
