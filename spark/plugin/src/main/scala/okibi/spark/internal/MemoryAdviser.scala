package okibi.spark.internal

import okibi.core.advice.MemoryAdvice
import okibi.explain.facts.AppFacts
import okibi.explain.predict.MemoryForecast

import org.apache.spark.SparkContext

/** Advises how to divide the memory of the executors of the application that runs in this JVM. Thread-safe. */
private[spark] object MemoryAdviser {
  private var collecting: Option[(SparkContext, () => AppFacts)] = None

  /** @throws IllegalStateException when no facts are collected */
  def advise: MemoryAdvice = synchronized(collecting) match {
    case Some((_, facts)) => MemoryForecast.advice(facts())
    case None =>
      throw new IllegalStateException(
        "Okibi.adviseMemory: Okibi collects no facts about an application in this JVM. Allowed: on the driver, with " +
          "spark.plugins=okibi.spark.OkibiPlugin, spark.ui.enabled=true and spark.okibi.observe.tab.enabled=true."
      )
  }

  /** From now on the advice is about this application. */
  def attach(context: SparkContext, facts: () => AppFacts): Unit = synchronized {
    collecting = Some((context, facts))
  }

  /** Forgets the application when it ends. */
  def detach(context: SparkContext): Unit = synchronized {
    if (collecting.exists(_._1 eq context)) collecting = None
  }
}
