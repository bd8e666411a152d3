package okibi.bench.mapreduce

import java.util.SplittableRandom

import org.apache.hadoop.io.{IntWritable, Text}

import munit.FunSuite

class SortKindSuite extends FunSuite {
  test("partitions are in the order of the keys") {
    val random = new SplittableRandom(1)
    SortKind.all.foreach { kind =>
      val keyPartitions = Seq
        .fill(2000) {
          val key = kind.key(random)
          (
            key match {
              case int: IntWritable => int.get.toLong
              case text => text.asInstanceOf[Text].getBytes()(0) & 0xffL
            },
            kind.partition(8)
          )
        }
        .sorted
      assertEquals(keyPartitions.map(_._2), keyPartitions.map(_._2).sorted, kind.name)
      assertEquals(keyPartitions.map(_._2).distinct, 0 to 7, kind.name)
    }
  }
}
