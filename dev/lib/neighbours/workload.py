"""What a run of a neighbour is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Workload:
    """A program that uses a neighbour and cached data.

    Attributes:
        run: the program: a session and an empty folder. Returns what must be the same with and without Okibi.
        packages: coordinates of the neighbour's jars.
        settings: of the session, without Okibi too.
        plugins: of the neighbour, before Okibi's.
        plugins_after: of the neighbour, after Okibi's.
        tight: memory of the driver in which the cached data do not fit.

    """

    run: Callable[[SparkSession, Path], Any]
    packages: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    plugins: tuple[str, ...] = ()
    plugins_after: tuple[str, ...] = ()
    tight: str = "600m"


def rows_of(frame: DataFrame) -> list[str]:
    """Return the rows as texts, in an order that does not depend on the run."""
    return sorted(str(tuple(row)) for row in frame.collect())
