"""Indexes of cached RDDs.

An element of Python is pickled bytes to the JVM. Each element of an indexed RDD carries the digest of the element's key
in front, which the JVM indexes. The digest selects partitions and elements; Python compares the keys themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Callable

from pyspark import RDD, StorageLevel, cloudpickle

from okibi import _keys
from okibi._jvm import okibi_of
from okibi._keys import DIGEST_BYTES, KeyedSerializer, digest, itself

if TYPE_CHECKING:
    from py4j.java_gateway import JavaObject

cloudpickle.register_pickle_by_value(_keys)  # type: ignore[no-untyped-call]  # executors need not have this package


def indexed(rdd: RDD[Any], level: StorageLevel = StorageLevel.MEMORY_AND_DISK) -> IndexedRDD:
    """Return the RDD, persisted at the level, with an index of the elements. See ``indexed_by``."""
    return indexed_by(rdd, itself, level)


def indexed_by(
    rdd: RDD[Any], key: Callable[[Any], Any], level: StorageLevel = StorageLevel.MEMORY_AND_DISK
) -> IndexedRDD:
    """Return the RDD, persisted at the level, with an index of a key of each element.

    Operations that ask for some keys read only partitions that may hold them. ``key`` must return the same key for the
    same element. Keys are None, strings, bytes, numbers, and tuples of those; another key is a TypeError.

    Raises OkibiError when Okibi's jar is not in the application.
    """
    okibi = okibi_of(rdd.ctx)
    keyed = rdd._reserialize(KeyedSerializer(key))
    java = okibi.OkibiJava.indexedBy(keyed._jrdd, okibi.PythonKey(DIGEST_BYTES), rdd.ctx._getJavaStorageLevel(level))
    return IndexedRDD(java, rdd.ctx, key)


class IndexedRDD(RDD[Any]):
    """A cached RDD with an index. All operations of an RDD work on it, and read all of it."""

    def __init__(self, java: JavaObject, context: Any, key: Callable[[Any], Any]) -> None:
        """Wrap an indexed RDD of the JVM."""
        self._serializer = KeyedSerializer(key)
        super().__init__(java.rdd(), context, self._serializer)
        self.is_cached = True
        self._java = java
        self._key = key

    def filter_equals(self, value: Any) -> RDD[Any]:
        """Return the elements whose key equals the value."""
        return self.filter_in([value])

    def filter_in(self, values: Iterable[Any]) -> RDD[Any]:
        """Return the elements whose key is one of the values."""
        wanted = frozenset(values)
        digests = [digest(value).decode("latin-1") for value in wanted]
        found: RDD[Any] = RDD(self._java.filterIn(digests), self.ctx, self._serializer)
        key = self._key
        return found.filter(lambda element: key(element) in wanted)

    def index_status(self) -> str:
        """Return how many partitions have a filter, the filters' bytes, and why nothing is pruned if so."""
        return str(self._java.indexStatus().toString())

    def unpersist(self, blocking: bool = False) -> IndexedRDD:
        """Remove the blocks and free the filters."""
        self.is_cached = False
        self._java.unpersist(blocking)
        return self
