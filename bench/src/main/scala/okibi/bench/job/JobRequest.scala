package okibi.bench.job

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

/** What a child JVM is asked to do; goes to it as a JSON file.
  *
  * @param conf     Spark configuration of the variant
  * @param args     of the job
  * @param localDir folder for Spark's blocks
  * @param runs     the arguments of each run when it does several, each a turn; none for one run, of which each phase is a turn
  * @param turns    when the turns may run; no part of the file
  */
final case class JobRequest(conf: Seq[(String, String)], args: ujson.Obj, localDir: Path, runs: Seq[ujson.Obj] = Nil, turns: Turns = Turns.free) {
  def write(file: Path): Unit = {
    val json = ujson.Obj(
      "conf" -> ujson.Obj.from(conf.map { case (key, value) => key -> ujson.Str(value) }),
      "args" -> args,
      "localDir" -> localDir.toString,
      "runs" -> ujson.Arr.from(runs))
    Files.write(file, ujson.write(json).getBytes(UTF_8))
    ()
  }

  def long(name: String): Long = args(name).num.toLong
  def int(name: String): Int = args(name).num.toInt

  /** What the variant was told beside the work: a key of its configuration. */
  def setting(key: String): Option[String] = conf.collectFirst { case (`key`, value) => value }
}

object JobRequest {
  def read(file: Path, turns: Turns): JobRequest = {
    val json = ujson.read(Files.readAllBytes(file))
    JobRequest(json("conf").obj.toSeq.map { case (key, value) => key -> value.str }, ujson.Obj(json("args").obj), Paths.get(json("localDir").str),
      json("runs").arr.toSeq.map(args => ujson.Obj(args.obj)), turns)
  }
}
