package okibi.spark.python

import java.util.Collections

import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._

import okibi.spark.sql.kit.{ArrowContent, SessionFixture, TypedColumns}

import org.apache.arrow.vector.{FieldVector, VectorSchemaRoot}
import org.apache.arrow.vector.complex.StructVector
import org.apache.arrow.vector.types.pojo.{ArrowType, Field, FieldType, Schema}
import org.apache.spark.TaskContext
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.arrow.RowsToArrow
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.{ArrowColumnVector, ColumnarBatch}

/** Vectors for functions in Python have what Spark's own way from rows to Arrow gives. */
class TableVectorsSuite extends SessionFixture {
  import TableVectorsSuite._

  private var table: DataFrame = _

  override protected def settings: Seq[(String, String)] = Seq("spark.sql.session.timeZone" -> "America/New_York")

  override def beforeAll(): Unit = {
    super.beforeAll()
    table = spark.range(0, 20000, 1, 4).selectExpr(TypedColumns.all: _*)
  }

  override def afterEach(context: AfterEach): Unit = {
    super.afterEach(context)
    assertEquals(RowsToArrow.allocatedBytes, 0L, "bytes of Arrow's buffers that were not given back")
  }

  private def queries: Seq[DataFrame] = {
    cached(table)
    Seq("true", "k % 7 = 3", "k < 100 and k % 3 = 1", "k < 0").map(table.where) :+
      table.where("k % 2 = 0").selectExpr("text as t", "k as a", "k as b")
  }

  private def expected(query: DataFrame): Seq[Seq[String]] =
    asStock(ArrowContent.take(ArrowCollector.of(query.select("*")).collect()).rows)

  private def picked(query: DataFrame): (PickedColumns, SparkPlan) =
    PickedColumns.of(query.queryExecution.executedPlan).get

  test("structs for functions of batches, of every type") {
    queries.foreach { query =>
      val (columns, scan) = picked(query)
      val (schema, toArrow) = (query.schema, RowsToArrow.of(spark.sessionState.conf))
      val found = columns.fillers(scan, columns.columns, 777).mapPartitions { partition =>
        structs(new TableVectors(partition.next()), toArrow.schema(schema)).iterator
      }
      val batches = found.collect().toSeq
      assertEquals(batches.flatten, expected(query))
      assert(batches.forall(_.size <= 777), batches.map(_.size))
    }
  }

  test("arguments for functions of rows, and all rows kept until the results come, however late") {
    queries.foreach { query =>
      val (columns, scan) = picked(query)
      val toArrow = RowsToArrow.of(spark.sessionState.conf)
      val arguments = columns.columns.takeRight(2)
      val ordered = arguments ++ columns.columns.dropRight(2)
      val schema = StructType(query.schema.takeRight(2) ++ query.schema.dropRight(2))
      val kept = columns.columns.map(column => ordered.indexWhere(_.exprId == column.exprId)).toArray
      val names = query.schema
      Seq(1, 3).foreach { late =>
        val found = columns.fillers(scan, ordered, 777).mapPartitions { partition =>
          val toVectors = toArrow.schema(schema)
          val source = new TableArguments(partition.next(), toVectors, 2, kept, TaskContext.get())
          keptAndSent(source, toArrow.schema(StructType(names.takeRight(2))), late).iterator
        }
        val (rows, sent) = found.collect().toSeq.unzip
        assertEquals(rows.flatten, expected(query))
        assertEquals(sent.flatten, expected(query).map(_.takeRight(2)))
      }
    }
  }

  test("a task that ends before the results leaves nothing") {
    val (columns, scan) = picked(cached(table).select("k", "text"))
    val toArrow = RowsToArrow.of(spark.sessionState.conf)
    val schema = table.select("k", "text").schema
    val rows = columns.fillers(scan, columns.columns, 777).mapPartitions { partition =>
      val arrow = toArrow.schema(schema)
      val source = new TableArguments(partition.next(), arrow, 2, Array(0, 1), TaskContext.get())
      withRoot(arrow) { root =>
        (0 until 3).foreach(_ => source.load(root))
        Iterator.single(source.take().numRows)
      }
    }
    assertEquals(rows.collect().toSeq, Seq(777, 777, 777, 777))
  }
}

private object TableVectorsSuite {
  private def withRoot[T](schema: Schema)(use: VectorSchemaRoot => T): T = {
    val allocator = RowsToArrow.allocator("test")
    try {
      val root = VectorSchemaRoot.create(schema, allocator)
      try use(root)
      finally root.close()
    } finally allocator.close()
  }

  /** Each batch of the fields of a struct. */
  private def structs(source: TableVectors, fields: Schema): Seq[Seq[Seq[String]]] = {
    val struct = new Field("struct", FieldType.notNullable(new ArrowType.Struct), fields.getFields)
    withRoot(new Schema(Collections.singletonList(struct))) { root =>
      val found = ArrayBuffer.empty[Seq[Seq[String]]]
      while (source.hasNext) {
        source.load(root)
        val vector = root.getVector(0).asInstanceOf[StructVector]
        assert(vector.getNullCount == 0 && vector.getValueCount == root.getRowCount)
        found += ArrowContent.rows(vector.getChildrenFromFields, root.getRowCount)
      }
      found.toSeq
    }
  }

  /** The rows that were kept, and the arguments that were sent, of each batch.
    *
    * @param late how many batches are sent before the first result
    */
  private def keptAndSent(
      source: TableArguments,
      arguments: Schema,
      late: Int
  ): Seq[(Seq[Seq[String]], Seq[Seq[String]])] = withRoot(arguments) { root =>
    val (kept, sent) = (ArrayBuffer.empty[Seq[Seq[String]]], ArrayBuffer.empty[Seq[Seq[String]]])
    def take(): Unit = kept += rowsOf(source.take())
    while (source.hasNext) {
      source.load(root)
      sent += ArrowContent.rows(root.getFieldVectors, root.getRowCount)
      root.clear()
      if (sent.size >= late) take()
    }
    while (kept.size < sent.size) take()
    kept.toSeq.zip(sent)
  }

  private def rowsOf(batch: ColumnarBatch): Seq[Seq[String]] = {
    val vectors = (0 until batch.numCols).map(
      batch.column(_).asInstanceOf[ArrowColumnVector].getValueVector.asInstanceOf[FieldVector]
    )
    ArrowContent.rows(vectors.asJava, batch.numRows)
  }
}
