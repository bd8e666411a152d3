package okibi.bench.protocol

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

/** What a child JVM is asked to do. The child gets it as a JSON file.
  *
  * @param conf     Spark configuration of the variant
  * @param args     arguments of the job
  * @param localDir folder for Spark's blocks
  * @param runs     the requests of several runs in the child, each of which is one turn; empty for one run, whose
  *                 phases are the turns
  * @param turns    when the turns may run; not part of the file
  */
final case class JobRequest(
    conf: Seq[(String, String)],
    args: ujson.Obj,
    localDir: Path,
    runs: Seq[JobRequest.Run] = Nil,
    turns: Turns = Turns.free
) {
  def write(file: Path): Unit = {
    val json = JobRequest.Run(conf, args).json
    json("localDir") = localDir.toString
    json("runs") = ujson.Arr.from(runs.map(_.json))
    Files.write(file, ujson.write(json).getBytes(UTF_8))
    ()
  }

  def long(name: String): Long = args(name).num.toLong
  def int(name: String): Int = args(name).num.toInt

  /** A setting of the variant: the value of a key of its configuration. */
  def setting(key: String): Option[String] = conf.collectFirst { case (`key`, value) => value }
}

object JobRequest {

  /** One of several runs in a child. */
  final case class Run(conf: Seq[(String, String)], args: ujson.Obj) {
    private[JobRequest] def json: ujson.Obj =
      ujson.Obj("conf" -> ujson.Obj.from(conf.map { case (key, value) => key -> ujson.Str(value) }), "args" -> args)
  }

  private def run(json: ujson.Value): Run =
    Run(json("conf").obj.toSeq.map { case (key, value) => key -> value.str }, ujson.Obj(json("args").obj))

  def read(file: Path, turns: Turns): JobRequest = {
    val json = ujson.read(Files.readAllBytes(file))
    val Run(conf, args) = run(json)
    JobRequest(conf, args, Paths.get(json("localDir").str), json("runs").arr.toSeq.map(run), turns)
  }
}
