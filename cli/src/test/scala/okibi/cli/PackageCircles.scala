package okibi.cli

import scala.annotation.tailrec

/** Circles in a graph of packages. */
object PackageCircles {

  /** The shortest circle through each package, each circle once; none for a graph without circles. */
  def of(arrows: Set[(String, String)]): Seq[Seq[(String, String)]] = {
    val next = arrows.groupBy(_._1).map { case (from, to) => from -> to.map(_._2).toSeq.sorted }
    next.keys.toSeq.sorted.flatMap(shortest(_, next)).groupBy(_.toSet).values.map(_.head).toSeq.sortBy(_.head)
  }

  private def shortest(start: String, next: Map[String, Seq[String]]): Option[Seq[(String, String)]] = {
    @tailrec def search(paths: Seq[Seq[String]], seen: Set[String]): Option[Seq[String]] =
      if (paths.isEmpty) None
      else {
        val longer = for (path <- paths; to <- next.getOrElse(path.head, Nil)) yield to +: path
        longer.find(_.head == start) match {
          case found @ Some(_) => found
          case None =>
            val fresh = longer.filterNot(path => seen(path.head)).groupBy(_.head).values.map(_.head).toSeq
            search(fresh, seen ++ fresh.map(_.head))
        }
      }
    search(Seq(Seq(start)), Set(start)).map(_.reverse).map(circle => circle.zip(circle.tail))
  }
}
