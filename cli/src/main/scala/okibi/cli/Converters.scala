package okibi.cli

import scala.util.Try

import picocli.CommandLine.{ITypeConverter, TypeConversionException}

/** Reads an option's value. The error gives the allowed values to [[WrongUsage]]. */
private[cli] sealed abstract class Converter[T](allowed: String, parse: String => Option[T]) extends ITypeConverter[T] {
  override def convert(text: String): T = parse(text).getOrElse(throw new TypeConversionException(allowed))
}

private[cli] final class AtLeastOne
    extends Converter[Integer](
      "a whole number of at least 1",
      text => Try(Integer.valueOf(text)).toOption.filter(_ >= 1)
    )

private[cli] final class WholeNumber
    extends Converter[java.lang.Long]("a whole number of 64 bits", text => Try(java.lang.Long.valueOf(text)).toOption)
