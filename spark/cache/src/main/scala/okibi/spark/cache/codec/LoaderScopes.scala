package okibi.spark.cache.codec

import java.util
import java.util.concurrent.ConcurrentHashMap

/** What is kept for one class loader: its Fory instances and its classes by name. */
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

/** The scopes of the class loaders used last. Few: an application has one, a notebook server one a session; older ones are
  * forgotten, so that a session that ended can be unloaded. Thread-safe.
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
