package okibi.cli

import picocli.CommandLine
import picocli.CommandLine.{
  MissingParameterException,
  OverwrittenOptionException,
  ParameterException,
  TypeConversionException,
  UnmatchedArgumentException
}
import picocli.CommandLine.Model.{ArgSpec, OptionSpec}

/** The parser's errors in Okibi's words: the subject, what was given, what is allowed. */
private[cli] object WrongUsage {
  def sentence(error: ParameterException): String = error match {
    case extra: UnmatchedArgumentException => unmatched(extra.getUnmatched.get(0), error.getCommandLine)
    case missing: MissingParameterException if !missing.getMissing.isEmpty =>
      missing.getMissing.get(0) match {
        case option: OptionSpec => s"${name(option)}: got no value. Allowed is ${name(option)} ${option.paramLabel}"
        case argument => s"${argument.paramLabel}: missing. Allowed: ${arguments(error.getCommandLine)}"
      }
    case twice: OverwrittenOptionException => s"${name(twice.getOverwritten)}: given more than once. Allowed is once"
    case other =>
      other.getCause match {
        case unreadable: TypeConversionException =>
          s"${name(other.getArgSpec)} ${other.getValue}: allowed is ${allowed(other.getArgSpec, unreadable)}"
        case _ => other.getMessage
      }
  }

  /** The names of the commands, for errors. */
  def commands(line: CommandLine): String = JavaLists.toSeq(line.getSubcommands.keySet).mkString(", ")

  private def unmatched(word: String, line: CommandLine): String =
    if (word.startsWith("-")) s"$word: no such option. Allowed: ${options(line)}"
    else if (!line.getCommandSpec.positionalParameters.isEmpty)
      s"$word: one argument too many. Allowed: ${arguments(line)}"
    else if (line.getSubcommands.isEmpty) s"$word: no argument is allowed, only options"
    else s"$word: no such command. Allowed: ${commands(line)}"

  /** The allowed values, from Okibi's converters. Switches have converters of the parser. */
  private def allowed(option: ArgSpec, unreadable: TypeConversionException): String =
    if (option.arity.max() == 0) s"${name(option)} alone" else unreadable.getMessage

  private def name(arg: ArgSpec): String = arg match {
    case option: OptionSpec => option.longestName
    case _ => arg.paramLabel
  }

  private def arguments(line: CommandLine): String =
    JavaLists.toSeq(line.getCommandSpec.positionalParameters).map(_.paramLabel).mkString(" ")

  private def options(line: CommandLine): String =
    JavaLists.toSeq(line.getCommandSpec.options).map(_.longestName).mkString(", ")
}
