package okibi.bench.workload

/** Arguments for the runs that warm a JVM up: less data suffice to run all of the code. */
object LighterWork {
  private val data = Set("vectors", "documents")

  /** The same work on a share of its vectors or documents. */
  def of(share: Double)(work: ujson.Obj): ujson.Obj =
    ujson.Obj.from(work.obj.toSeq.map { case (name, value) =>
      name -> (if (data(name)) ujson.Num(math.floor(value.num * share)) else value)
    })
}
