package okibi.spark.cluster.kinds

import java.time.LocalDate

import org.apache.spark.graphx.{Edge, EdgeTriplet}
import org.apache.spark.ml.feature.{LabeledPoint => MlPoint}
import org.apache.spark.ml.{linalg => ml}
import org.apache.spark.mllib.linalg.{Matrices, Vectors}
import org.apache.spark.mllib.recommendation.Rating
import org.apache.spark.mllib.regression.LabeledPoint

/** Classes of MLlib and GraphX, for the Spark lines whose tests have them. */
object LibraryRecordKinds {
  def all: Seq[RecordKind] = Seq(
    RecordKind("dense vectors")(Vectors.dense(1, 2, 3)),
    RecordKind("sparse vectors")(Vectors.sparse(5, Array(1, 3), Array(1.0, 2.0))),
    RecordKind("a vector in a pair")((1L, Vectors.dense(1, 2))),
    RecordKind("vectors of ml")(ml.Vectors.dense(1, 2), ml.Vectors.sparse(5, Array(1), Array(1.0))),
    RecordKind("matrices")(Matrices.dense(2, 2, Array(1, 2, 3, 4))),
    RecordKind("labelled points")(LabeledPoint(1, Vectors.dense(1, 2))),
    RecordKind("labelled points of ml")(MlPoint(1, ml.Vectors.dense(1, 2))),
    RecordKind("ratings")(Rating(1, 2, 3.0)),
    RecordKind("edges")(Edge(1L, 2L, 0.5)),
    RecordKind("edges with a text")(Edge(1L, 2L, "a")),
    RecordKind("edges with a date")(Edge(1L, 2L, LocalDate.EPOCH)),
    RecordKind("edges with a case class")(Edge(1L, 2L, Person("n", LocalDate.EPOCH, BigDecimal(1)))),
    RecordKind("triplets of a graph")(triplet)
  )

  private def triplet: EdgeTriplet[String, Double] = {
    val made = new EdgeTriplet[String, Double]
    made.srcId = 1L
    made.dstId = 2L
    made.attr = 0.5
    made.srcAttr = "a"
    made.dstAttr = "b"
    made
  }
}
