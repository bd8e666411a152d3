package okibi.bench.cluster

import java.nio.file.Path

import org.apache.hadoop.conf.Configuration

/** Hadoop's local job runner, whose tasks are threads of this JVM. */
object LocalRunner {

  /** Makes the runner keep its files in this folder: otherwise files of waiting jobs would stay in /tmp/hadoop,
    * whatever `hadoop.tmp.dir` says.
    */
  def keepIn(folder: Path, conf: Configuration): Unit = {
    val name = PlainName.of(folder)
    conf.set("hadoop.tmp.dir", name.toString)
    conf.set("mapreduce.jobtracker.staging.root.dir", name.resolve("staging").toString)
  }
}
