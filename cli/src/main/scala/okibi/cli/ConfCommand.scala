package okibi.cli

import okibi.core.docs.Declarations

import picocli.CommandLine.{Command, Model, Spec}

/** `okibi conf`: lists every configuration key. */
@Command(
  name = "conf",
  description = Array("Lists every configuration key with its default, its allowed values and its meaning.")
)
final class ConfCommand extends Runnable {
  @Spec
  var spec: Model.CommandSpec = _

  override def run(): Unit = {
    val out = spec.commandLine.getOut
    Declarations.conf.foreach { area =>
      out.println(s"${area.title}\n")
      area.declared.foreach { entry =>
        out.println(s"${entry.key} = ${entry.defaultText}")
        out.println(s"    allowed: ${entry.kind.allowed}")
        out.println(s"    read: ${entry.scope.doc}")
        out.println(s"    ${entry.doc}\n")
      }
    }
  }
}
