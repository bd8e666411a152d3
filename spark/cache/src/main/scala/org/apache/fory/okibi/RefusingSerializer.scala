package org.apache.fory.okibi

import java.util.function.Supplier

import org.apache.fory.config.Config
import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.serializer.Serializer

/** Stands where the serializer of a class would that must not be written: writing and reading throw. Thread-safe if `refusal` is.
  *
  * What Okibi has in this package is what the code that Fory generates may name. That code lives beside the class that it writes, and the
  * loader of that class may know nothing of Okibi: the jar came by `--jars`, and the class is Spark's. Only classes in packages of Fory's
  * are made visible there, by Fory itself.
  *
  * @param refusal what is thrown
  */
final class RefusingSerializer(config: Config, cls: Class[AnyRef], refusal: Supplier[RuntimeException])
    extends Serializer[AnyRef](config, cls) {
  override def write(context: WriteContext, value: AnyRef): Unit = throw refusal.get
  override def read(context: ReadContext): AnyRef = throw refusal.get
}
