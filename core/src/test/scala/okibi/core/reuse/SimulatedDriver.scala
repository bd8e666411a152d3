package okibi.core.reuse

/** A simulated driver program: it creates RDDs, starts jobs, and passes their events to a [[Foreknowledge]] like Spark.
  */
final class SimulatedDriver {
  val foreknowledge = new Foreknowledge
  private var nextRdd, nextStage, nextJob = 0

  /** An RDD with its lineage.
    *
    * @param shuffled whether a stage boundary separates the RDD from its parents
    */
  final class Node(val role: String, val parents: Seq[Node], val shuffled: Boolean, val partitions: Int) {
    val id: Int = { nextRdd += 1; nextRdd }
    var persisted = false
    def persist(): Node = { persisted = true; this }
    def unpersist(): Unit = { persisted = false; foreknowledge.unpersisted(id) }
    def shape: RddShape = RddShape(id, role, parents.map(_.id), persisted, partitions)
    def narrow: Seq[Node] = if (shuffled) Nil else parents
    def map(role: String): Node = new Node(role, Seq(this), shuffled = false, partitions)
    def reduce(role: String): Node = new Node(role, Seq(this), shuffled = true, partitions)
  }

  def source(role: String, partitions: Int = 10): Node = new Node(role, Nil, shuffled = false, partitions)
  def zip(role: String, parents: Node*): Node = new Node(role, parents, shuffled = false, parents.head.partitions)
  def union(role: String, parents: Node*): Node =
    new Node(role, parents, shuffled = false, parents.map(_.partitions).sum)

  /** A job that was announced, with all its stages. The result stage is the last one. */
  final class Job(val shape: JobShape) {
    def stages: Seq[Int] = shape.stages.map(_.id)
    def run(stage: Int): Unit = {
      foreknowledge.stageSubmitted(stage)
      foreknowledge.stageCompleted(stage)
    }
    def end(): Unit = foreknowledge.jobEnded(shape.jobId)
  }

  def start(name: String, rdd: Node, tasks: Option[Int] = None): Job = {
    val stages = Seq.newBuilder[StageShape]
    var made = Map.empty[Node, Int]
    def stage(rdd: Node, name: String, tasks: Int): Int = {
      var inside = Seq(rdd)
      var at = 0
      while (at < inside.size) {
        inside = inside ++ inside(at).narrow.filterNot(inside.contains)
        at += 1
      }
      val parents = inside.filter(_.shuffled).flatMap(_.parents).distinct.map { parent =>
        val id = made.getOrElse(parent, stage(parent, parent.role, parent.partitions))
        made += parent -> id
        id
      }
      nextStage += 1
      val rdds = inside.map(_.shape)
      stages += new StageShape(nextStage, name, parents, tasks, rdds)
      nextStage
    }
    stage(rdd, name, tasks.getOrElse(rdd.partitions))
    nextJob += 1
    val job = new Job(JobShape(nextJob, stages.result()))
    foreknowledge.jobStarted(job.shape)
    job
  }

  /** Runs a whole job: the stages that `needed` returns run, and the others are skipped. */
  def run(name: String, rdd: Node, needed: Job => Seq[Int] = _.stages, tasks: Option[Int] = None): Unit = {
    val job = start(name, rdd, tasks)
    needed(job).foreach(job.run)
    job.end()
  }

  def last(job: Job): Seq[Int] = job.stages.takeRight(1)
  def lastTwo(job: Job): Seq[Int] = job.stages.takeRight(2)

  def plan(rdd: Node): Option[RddReuse] = foreknowledge.snapshot().rdds.find(_.rdd == rdd.id)
  def later(rdd: Node): Double = plan(rdd).fold(Double.NaN)(_.later)
  def distance(rdd: Node): Double = plan(rdd).fold(Double.NaN)(_.distance)
  def pending(rdd: Node): Seq[Int] = plan(rdd).toSeq.flatMap(_.pending)
}
