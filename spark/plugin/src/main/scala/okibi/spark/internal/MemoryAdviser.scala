package okibi.spark.internal

import okibi.core.advice.MemoryAdvice
import okibi.explain.facts.AppFacts
import okibi.explain.predict.MemoryForecast

/** Advises how to divide the memory of the executors of the application that runs in this JVM. Thread-safe. */
private[spark] object MemoryAdviser {

  /** From its attaching on, the advice is about the application. */
  val collecting = new Attached[() => AppFacts]

  /** @throws IllegalStateException when no facts are collected */
  def advise: MemoryAdvice = collecting.get match {
    case Some((_, facts)) => MemoryForecast.advice(facts())
    case None =>
      throw new IllegalStateException(
        "Okibi.adviseMemory: Okibi collects no facts about an application in this JVM. Allowed: on the driver, with " +
          "spark.plugins=okibi.spark.OkibiPlugin, spark.ui.enabled=true and spark.okibi.observe.tab.enabled=true."
      )
  }
}
