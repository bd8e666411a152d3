"""A job in Python, as the runner of `okibi bench` starts it. Its words are those of okibi.bench.protocol.Turns."""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_READY = "okibi-bench: ready"
_DONE = "okibi-bench: done"


class Stopwatch:
    """Times the phases of a job, each of which waits for a turn. Seconds by phase are in `seconds`."""

    def __init__(self) -> None:
        """Keep standard output for the protocol: what the job prints goes to the log."""
        self.seconds: dict[str, float] = {}
        self._out = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Wait for a turn, and time what is done with it. The process ends when the runner has ended."""
        self._say(_READY)
        if not os.read(0, 1):
            os._exit(1)
        start = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - start
        self._say(f"{_DONE} {name} {self.seconds[name]}")

    def metrics(self) -> dict[str, float]:
        """Return the seconds of each phase, as `<phase>Seconds`."""
        return {f"{name}Seconds": seconds for name, seconds in self.seconds.items()}

    def _say(self, line: str) -> None:
        print(line, file=self._out, flush=True)


def run(job: Callable[[dict[str, Any], Stopwatch], tuple[object, dict[str, float]]]) -> None:
    """Run a job by the request of the first argument, and write the result to the file of the second.

    The job gets the request and a stopwatch, and returns the answer and further metrics.
    """
    watch = Stopwatch()
    try:
        request = json.loads(Path(sys.argv[1]).read_bytes())
        answer, metrics = job(request, watch)
    except Exception as failure:
        traceback.print_exc()
        # The line that the runner looks for in a log.
        print(f'Exception in thread "main" {type(failure).__name__}: {failure}'.splitlines()[0], file=sys.stderr)
        sys.exit(1)
    result = {"seconds": sum(watch.seconds.values()), "answer": answer, "metrics": metrics, "series": []}
    Path(sys.argv[2]).write_text(json.dumps([result]))
