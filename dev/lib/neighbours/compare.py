"""Runs workloads without and with Okibi in turn: compare.py JAR IVY WORK TIMES NAME...

Prints a row for each workload, in ample and in tight memory: whether the answers are the same, and Okibi's time as a
share of the time without it. Fails when an answer differs, or when Okibi counted nothing.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

LONGEST_S = 900


def run(name: str, memory: str, jar: str, ivy: str, folder: Path) -> dict[str, Any]:
    """Run one process; its outcome, or the end of its log when it failed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder.parent / f"{folder.name}.log"
    with log.open("w") as out:
        command = [sys.executable, str(Path(__file__).parent / "run.py"), name, memory, jar, str(folder), ivy]
        try:
            ended = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, timeout=LONGEST_S, check=False)
        except subprocess.TimeoutExpired:
            return {"failed": f"not ended after {LONGEST_S} s: {log}"}
    outcome = folder / "outcome.json"
    if ended.returncode != 0 or not outcome.exists():
        return {"failed": f"exit code {ended.returncode}: {log}"}
    found = cast(dict[str, Any], json.loads(outcome.read_text()))
    shutil.rmtree(folder)
    return found


def compared(name: str, memory: str, jar: str, ivy: str, work: Path, times: int) -> tuple[str, bool]:
    """Return a row of the table, and whether it is as it must be."""
    shares: list[float] = []
    stock_s: list[float] = []
    ended_alone = 0
    for n in range(times):
        stock = run(name, memory, "", ivy, work / f"{name}-{memory}-{n}-stock")
        okibi = run(name, memory, jar, ivy, work / f"{name}-{memory}-{n}-okibi")
        if "failed" in okibi:
            return f"| {name} | {memory} | okibi: {okibi['failed']}; stock: {stock.get('failed', 'ended')} | |", False
        if not any(okibi["counts"].values()):
            return f"| {name} | {memory} | Okibi counted nothing | |", False
        if "failed" in stock:
            ended_alone += 1
            continue
        if stock["answer"] != okibi["answer"]:
            for side, outcome in (("stock", stock), ("okibi", okibi)):
                (work / f"{name}-{side}.json").write_text(json.dumps(outcome["answer"], indent=1))
            return f"| {name} | {memory} | DIFFERENT: {work / name}-*.json | |", False
        shares.append(okibi["seconds"] / stock["seconds"])
        stock_s.append(stock["seconds"])
    if ended_alone:
        return f"| {name} | {memory} | {ended_alone} of {times} times only the run with Okibi ended | |", True
    middle = statistics.median(shares)
    spread = f"{middle:.2f} ({min(shares):.2f} to {max(shares):.2f})"
    return f"| {name} | {memory}, {okibi['memory']} | same | {statistics.median(stock_s):.1f} s | {spread} |", True


def main() -> None:
    """Compare the workloads of the arguments."""
    jar, ivy, work, times, names = sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
    right = True
    for name in names:
        for memory in ("ample", "tight"):
            row, is_right = compared(name, memory, jar, ivy, work, times)
            print(row, flush=True)
            right = right and is_right
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
