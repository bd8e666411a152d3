package okibi.bench.cluster

import java.nio.file.Path

import org.apache.hadoop.conf.Configuration

/** Hadoop's runner of jobs as threads of this JVM. */
object LocalRunner {

  /** Its files go into this folder: those of jobs that wait would otherwise be left in /tmp/hadoop, whatever `hadoop.tmp.dir` says. */
  def keepIn(folder: Path, conf: Configuration): Unit = {
    val name = PlainName.of(folder)
    conf.set("hadoop.tmp.dir", name.toString)
    conf.set("mapreduce.jobtracker.staging.root.dir", name.resolve("staging").toString)
  }
}
