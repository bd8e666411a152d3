"""The commands of docs/tutorial.md print what it says."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from shell import ENVIRONMENT, ROOT

TUTORIAL = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ANYTHING = "…"

# The lane made the environment in this way.
INSTALLING = {"python3 -m venv warm", ". warm/bin/activate", "pip install okibi 'pyspark==4.1.0'"}


@dataclass(frozen=True)
class Block:
    kind: str
    file: str
    text: str


def blocks() -> list[Block]:
    found = [Block(*match.groups(default="")) for match in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8"))]
    assert [block.kind for block in found].count("text") == 4
    return found


def pattern_of(line: str) -> re.Pattern[str]:
    """Numbers differ from machine to machine; the sign for what is left out stands for any text."""
    parts = [re.sub(r"\d[\d.]*", r"[0-9.]+", re.escape(part).replace(r"\.", ".")) for part in line.split(ANYTHING)]
    return re.compile(".*".join(parts))


def assert_printed(wanted: str, printed: str) -> None:
    """The lines are among the printed ones, in this order; those that have no sign for what is left out are whole."""
    lines = iter(printed.splitlines())
    for line in wanted.splitlines():
        if line != ANYTHING:
            pattern = pattern_of(line)
            assert any(pattern.fullmatch(found) for found in lines), f"not printed: {line}\n{printed}"


def test_each_command_prints_what_the_tutorial_shows(tmp_path: Path) -> None:
    printed = ""
    for block in blocks():
        if block.kind == "python" and block.file:
            file = tmp_path / block.file
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            stop = "spark.stop()\n"
            file.write_text(text.replace(stop, block.text + stop) if text else block.text, encoding="utf-8")
        elif block.kind == "sh":
            script = "set -e\n" + "\n".join(line for line in block.text.splitlines() if line not in INSTALLING)
            ended = subprocess.run(
                ["bash", "-c", script], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
            )
            logs = "\n".join(log.read_text(errors="replace")[-2000:] for log in tmp_path.glob("*.log"))
            assert ended.returncode == 0, f"{script}\n{ended.stderr}\n{logs}"
            printed = ended.stdout
        elif block.kind == "text":
            assert_printed(block.text, printed)


def test_a_line_that_is_not_printed_is_found() -> None:
    assert_printed("a 1.5 s\nb…", "0\na 27 s\nc\nb xyz")
    for wanted in ("a 1.5 min", "b\nb", "b…\na 1 s"):
        with pytest.raises(AssertionError, match="not printed"):
            assert_printed(wanted, "a 27 s\nb xyz")
