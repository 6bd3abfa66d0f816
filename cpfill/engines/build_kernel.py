"""Compiles kernel.c: the build hook of the wheel, and the fall-back of a bare checkout. Knows no package of ours.

A C compiler of the machine is used when there is one (CC, cc, gcc, clang); otherwise ``ziglang``, a whole compiler in a
wheel, so that Python and pip are all one needs.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


def _hook() -> Any:
    """Hatchling's base class, or any class when not building but compiling on first use."""
    try:
        return importlib.import_module("hatchling.builders.hooks.plugin.interface").BuildHookInterface
    except ImportError:
        return object


SOURCE = Path(__file__).resolve().parent / "kernel.c"
_FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-shared", "-fvisibility=hidden")


def library_path(folder: Path) -> Path:
    """Where the compiled kernel lies in the package's folder."""
    ending = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
    return folder / f"_kernel.{ending}"


def source_digest() -> int:
    """A number that changes with the source of the kernel."""
    return int(hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:15], 16)


def compiler() -> list[str] | None:
    """The command of a C compiler on this machine, or None."""
    named = os.environ.get("CC", "").split()
    for command in ([named] if named else []) + [["cc"], ["gcc"], ["clang"]]:
        if shutil.which(command[0]):
            return command
    try:
        import ziglang  # noqa: F401
    except ImportError:
        return None
    return [sys.executable, "-m", "ziglang", "cc"]


def compile_kernel(target: Path) -> None:
    """Compile the kernel to ``target``, which appears complete or not at all. Raises RuntimeError with the remedy."""
    command = compiler()
    if command is None:
        raise RuntimeError("no C compiler found; run 'pip install ziglang' or install cpfill with pip")
    flags = [*_FLAGS, f"-DSOURCE_DIGEST={source_digest()}ULL", *([] if sys.platform == "win32" else ["-fPIC"])]
    if platform.machine().lower() in ("x86_64", "amd64"):
        flags.append("-march=x86_64_v2" if "ziglang" in command else "-march=x86-64-v2")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        made = Path(folder) / target.name
        run = subprocess.run([*command, *flags, "-o", str(made), str(SOURCE)], capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(f"compiling {SOURCE.name} with {command[0]} failed: {run.stderr.strip()[-2000:]}")
        os.replace(made, target)


def build_in_cache() -> Path:
    """The kernel of a checkout that was not installed, compiled once for each version of its source."""
    import platformdirs

    target = library_path(Path(platformdirs.user_cache_dir("cpfill")) / f"kernel-{source_digest():x}")
    if not target.exists():
        compile_kernel(target)
    return target


class KernelHook(_hook()):  # type: ignore[misc]
    """Puts the compiled kernel into the wheel, whose tag then names the platform and any Python 3."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: a compiler from the package index where the machine has none."""
        return [] if compiler() else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together."""
        target = library_path(SOURCE.parent)
        compile_kernel(target)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform_tag()}"
        build_data["artifacts"].append(str(target.relative_to(self.root)))


def _platform_tag() -> str:
    import sysconfig

    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
