package okibi.core.admission

import okibi.core.policy.{Policies, PolicySpec}

/** The settings of an executor's admission.
  *
  * @param policy      ranks the residents
  * @param readmission what happens to blocks that were read from disk
  * @param heapBytes   size of the Java heap
  */
final case class AdmissionRules(policy: PolicySpec, readmission: Readmission, heapBytes: Long) {

  /** Whether objects must be worth their heap. Only under the default policy: the other policies are there for
    * comparison, and fill memory as their papers do.
    */
  val weighHeapCost: Boolean = policy == Policies.default && readmission == Readmission.ByValue
}

/** What happens to a block with a memory level that was read from disk. */
sealed abstract class Readmission(val name: String)

object Readmission {

  /** The block enters memory. As in stock Spark, it may push out blocks of other RDDs whatever the policy says. */
  case object Always extends Readmission("always")

  /** The block stays on disk. */
  case object Never extends Readmission("never")

  /** The block enters memory if it is worth more than the residents that it would push out. */
  case object ByValue extends Readmission("value")

  private val all: Seq[Readmission] = Seq(Always, Never, ByValue)

  /** The readmission that a configuration names; [[ByValue]] for an unknown name. */
  def named(name: String): Readmission = all.find(_.name == name).getOrElse(ByValue)
}
