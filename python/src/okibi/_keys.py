"""Keys of elements. Executors run this module, to which it travels with the application."""

from __future__ import annotations

import hashlib
import struct
from numbers import Number
from typing import Any, Callable

from pyspark.serializers import CPickleSerializer, FramedSerializer

DIGEST_BYTES = 16


class KeyedSerializer(FramedSerializer):
    """Pickles each element on its own, behind the digest of its key."""

    def __init__(self, key: Callable[[Any], Any]) -> None:
        self.key = key
        self.pickle: Any = CPickleSerializer()

    def dumps(self, element: Any) -> bytes:
        return digest(self.key(element)) + bytes(self.pickle.dumps(element))

    def loads(self, framed: bytes) -> Any:
        return self.pickle.loads(framed[DIGEST_BYTES:])


def digest(key: Any) -> bytes:
    return hashlib.blake2b(_canonical(key), digest_size=DIGEST_BYTES).digest()


def _canonical(key: Any) -> bytes:
    """Return the same bytes for equal keys, in every process."""
    if key is None:
        return b"-"
    if isinstance(key, str):
        return b"s" + key.encode("utf-8", "surrogatepass")
    if isinstance(key, bytes):
        return b"b" + key
    if isinstance(key, Number):
        return b"n" + struct.pack("<q", hash(key))  # equal numbers of any type have one hash, the same everywhere
    if isinstance(key, tuple):
        parts = [_canonical(part) for part in key]
        return b"t" + b"".join(struct.pack("<q", len(part)) + part for part in parts)
    raise TypeError(
        f"a key of type {type(key).__name__} cannot be indexed. Allowed: None, str, bytes, numbers, and tuples of "
        "those."
    )


def itself(element: Any) -> Any:
    """Return the element: the key of an RDD that is indexed by its elements."""
    return element
