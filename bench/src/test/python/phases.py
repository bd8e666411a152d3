"""Runs two phases, of which the second may crash: a child for the runner's tests, beside PhasesJob."""

from __future__ import annotations

from typing import Any

from child import Stopwatch, run


def phases(request: dict[str, Any], watch: Stopwatch) -> tuple[object, dict[str, float]]:
    """Return the argument as the answer."""
    print("a line of the job's own")
    with watch.phase("first"):
        pass
    with watch.phase("second"):
        if "crash" in request["conf"]:
            raise RuntimeError("halfway")
    return request["args"]["n"], watch.metrics()


if __name__ == "__main__":
    run(phases)
