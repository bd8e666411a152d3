package okibi.core.reuse

/** A driver program in miniature: makes RDDs, starts jobs, and tells the events to a Foreknowledge as Spark would. */
final class SimulatedDriver {
  val known = new Foreknowledge
  private var nextRdd, nextStage, nextJob = 0

  /** An RDD with its lineage. Shuffled parents are behind a stage boundary. */
  final class Node(val role: String, val parents: Seq[Node], val shuffled: Boolean, val partitions: Int) {
    val id: Int = { nextRdd += 1; nextRdd }
    var persisted = false
    def persist(): Node = { persisted = true; this }
    def unpersist(): Unit = { persisted = false; known.unpersisted(id) }
    def shape: RddShape = RddShape(id, role, parents.map(_.id), persisted, partitions)
    def narrow: Seq[Node] = if (shuffled) Nil else parents
    def map(role: String): Node = new Node(role, Seq(this), shuffled = false, partitions)
    def reduce(role: String): Node = new Node(role, Seq(this), shuffled = true, partitions)
  }

  def source(role: String, partitions: Int = 10): Node = new Node(role, Nil, shuffled = false, partitions)
  def zip(role: String, parents: Node*): Node = new Node(role, parents, shuffled = false, parents.head.partitions)
  def union(role: String, parents: Node*): Node =
    new Node(role, parents, shuffled = false, parents.map(_.partitions).sum)

  /** A job that was announced, with all its stages, the result stage last. */
  final class Job(val shape: JobShape) {
    def stages: Seq[Int] = shape.stages.map(_.id)
    def run(stage: Int): Unit = {
      known.stageSubmitted(stage)
      known.stageCompleted(stage)
    }
    def end(): Unit = known.jobEnded(shape.jobId)
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
    known.jobStarted(job.shape)
    job
  }

  /** A whole job, of which the stages run that `needed` names; the others are skipped. */
  def run(name: String, rdd: Node, needed: Job => Seq[Int] = _.stages, tasks: Option[Int] = None): Unit = {
    val job = start(name, rdd, tasks)
    needed(job).foreach(job.run)
    job.end()
  }

  def last(job: Job): Seq[Int] = job.stages.takeRight(1)
  def lastTwo(job: Job): Seq[Int] = job.stages.takeRight(2)

  def plan(rdd: Node): Option[RddReuse] = known.snapshot().rdds.find(_.rdd == rdd.id)
  def later(rdd: Node): Double = plan(rdd).fold(Double.NaN)(_.later)
  def distance(rdd: Node): Double = plan(rdd).fold(Double.NaN)(_.distance)
  def pending(rdd: Node): Seq[Int] = plan(rdd).toSeq.flatMap(_.pending)
}
