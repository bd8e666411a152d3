package okibi.bench.experiment.primitives

import okibi.bench.protocol.JobRequest

/** Writes elements of each type and reads them back, one by one.
  *
  * Arguments beside those of [[PrimitiveJob]]: elements, of each type at most; seed. The way is one of [[SerializingJob.ways]]. Measurements:
  * `<type>.write` and `<type>.read`, counted by the elements' own bytes, whatever a serializer adds.
  */
object SerializingJob extends PrimitiveJob {
  val writables = "Writables"
  val java = "Java"
  val kryo = "Kryo"
  val fory = "Fory"
  val ways: Seq[String] = Seq(writables, java, kryo, fory)

  override protected def work(request: JobRequest): Work = {
    val way = PrimitiveJob.way(request)
    val each = Elements.all(request.int("elements"), request.long("seed")).map { elements =>
      val loop = FreshClass.instance[ElementLoop](loopOf(way))
      val own = if (way == writables) elements.writables else elements.objects
      loop.write(own)
      val hash = loop.all(own.length).foldLeft(0L)((hash, element) => 31 * hash + Elements.hash(element))
      val bytes = (elements.payloadBytes * own.length).round
      val measurements = Seq(
        Measurement(s"${elements.name}.write", bytes, own.length.toLong, () => loop.write(own)),
        Measurement(s"${elements.name}.read", bytes, own.length.toLong, () => loop.read(own.length))
      )
      (measurements, elements.name -> ujson.Str(hash.toString))
    }
    Work(each.flatMap(_._1), ujson.Obj.from(each.map(_._2)))
  }

  private def loopOf(way: String): Class[_ <: ElementLoop] = way match {
    case `writables` => classOf[WritableLoop]
    case `java` => classOf[JavaLoop]
    case `kryo` => classOf[KryoLoop]
    case `fory` => classOf[ForyLoop]
  }
}
