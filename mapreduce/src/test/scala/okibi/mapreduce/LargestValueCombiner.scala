package okibi.mapreduce

import java.io.{ByteArrayInputStream, DataInputStream}
import java.lang.{Iterable => JavaIterable}

import scala.collection.mutable.ArrayBuffer

import org.apache.hadoop.io.{Writable, WritableComparable, WritableUtils}
import org.apache.hadoop.mapred.JobConf
import org.apache.hadoop.mapreduce.Reducer
import org.apache.hadoop.util.ReflectionUtils

/** Combines to the largest value of each key. Repeated runs over the same records do not change the result. */
final class LargestValueCombiner extends Reducer[Writable, Writable, Writable, Writable] {
  override def reduce(
      key: Writable,
      values: JavaIterable[Writable],
      context: Reducer[Writable, Writable, Writable, Writable]#Context
  ): Unit = {
    var largest: Writable = null
    values.forEach { value => // the same object each time
      if (largest == null || LargestValueCombiner.compare(value, largest) > 0)
        largest = WritableUtils.clone(value, context.getConfiguration)
    }
    context.write(key, largest)
  }
}

object LargestValueCombiner {

  /** The result of a reducer on map output: a key of each group, and the group's largest value. */
  def reduced(output: CollectedOutput, job: JobConf): Seq[Seq[(Array[Byte], Writable)]] = {
    val comparator = job.getOutputKeyComparator
    output.partitions.map { records =>
      val groups = ArrayBuffer[(Array[Byte], Writable)]()
      records.foreach { case (key, bytes) =>
        val value = read(bytes, job)
        if (groups.isEmpty || comparator.compare(groups.last._1, 0, groups.last._1.length, key, 0, key.length) != 0)
          groups += key -> value
        else if (compare(value, groups.last._2) > 0) groups(groups.size - 1) = key -> value
      }
      groups.toSeq
    }
  }

  private def compare(a: Writable, b: Writable): Int = a.asInstanceOf[WritableComparable[Writable]].compareTo(b)

  private def read(bytes: Array[Byte], job: JobConf): Writable = {
    val value = ReflectionUtils.newInstance(job.getMapOutputValueClass, job).asInstanceOf[Writable]
    value.readFields(new DataInputStream(new ByteArrayInputStream(bytes)))
    value
  }
}
