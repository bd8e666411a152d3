package okibi.spark.cache.codec

import java.util
import java.util.concurrent.ConcurrentHashMap

/** The Fory instances and the named classes of one class loader. */
private[codec] final class LoaderScope(loader: ClassLoader, layouts: ClassLayouts, refusals: Refusals) {
  val fory = new ForyPool(loader, refusals)

  private val byName = new ConcurrentHashMap[String, NamedClass]

  /** @throws ClassNotFoundException when the loader does not have the class */
  def named(name: String): NamedClass = {
    val found = byName.get(name)
    if (found ne null) found
    else {
      val cls = Class.forName(name, false, loader)
      val made = new NamedClass(cls, layouts.of(cls))
      byName.put(name, made)
      made
    }
  }
}

/** The scopes of the class loaders that were used last. There are few: an application has one loader, a notebook server
  * one for each session. Older scopes are forgotten, so that the classes of an ended session can be unloaded.
  * Thread-safe.
  */
private[codec] final class LoaderScopes(layouts: ClassLayouts, refusals: Refusals) {
  private val scopes = new util.LinkedHashMap[ClassLoader, LoaderScope](16, 0.75f, true) {
    override def removeEldestEntry(eldest: util.Map.Entry[ClassLoader, LoaderScope]): Boolean = size > LoaderScopes.Most
  }

  def of(loader: ClassLoader): LoaderScope = scopes.synchronized {
    scopes.computeIfAbsent(loader, key => new LoaderScope(key, layouts, refusals))
  }
}

private[codec] object LoaderScopes {
  private final val Most = 8
}
