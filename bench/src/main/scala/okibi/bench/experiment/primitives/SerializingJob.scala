package okibi.bench.experiment.primitives

import okibi.bench.protocol.JobRequest

/** Writes elements of each type and reads them back, one by one.
  *
  * Arguments beside those of [[PrimitiveJob]]: elements, the largest number of each type; seed. The way is one of
  * [[SerializingJob.ways]]. Measurements: `<type>.write` and `<type>.read`, by the elements' own bytes, whatever bytes
  * a serializer adds.
  */
object SerializingJob extends PrimitiveJob {
  val writables = "Writables"
  val java = "Java"
  val kryo = "Kryo"
  val fory = "Fory"
  val ways: Seq[String] = Seq(writables, java, kryo, fory)

  override protected def prepare(request: JobRequest): PrimitiveWork = {
    val way = PrimitiveJob.way(request)
    val each = TypedElements.all(request.int("elements"), request.long("seed")).map { elements =>
      val loop = FreshClass.instance[ElementLoop](loopOf(way))
      val values = if (way == writables) elements.writables else elements.objects
      loop.write(values)
      val hash = loop.readAll(values.length).foldLeft(0L)((hash, element) => 31 * hash + TypedElements.hash(element))
      val bytes = (elements.payloadBytes * values.length).round
      val measurements = Seq(
        Measurement(s"${elements.name}.write", bytes, values.length.toLong, () => loop.write(values)),
        Measurement(s"${elements.name}.read", bytes, values.length.toLong, () => loop.read(values.length))
      )
      (measurements, elements.name -> ujson.Str(hash.toString))
    }
    PrimitiveWork(each.flatMap(_._1), ujson.Obj.from(each.map(_._2)))
  }

  private def loopOf(way: String): Class[_ <: ElementLoop] = way match {
    case `writables` => classOf[WritableLoop]
    case `java` => classOf[JavaLoop]
    case `kryo` => classOf[KryoLoop]
    case `fory` => classOf[ForyLoop]
  }
}
