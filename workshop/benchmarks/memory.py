"""How much memory `tileref read` takes at most for one photo, start-up, decoding and models included.

usage: python -m workshop.benchmarks.memory PHOTO

Prints the peak in megabytes (1 MB = 10^6 bytes). The photo is read in this very process, so that nothing else counts.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
from pathlib import Path

from cli.main import main as tileref
from workshop.benchmarks import command_line

STATUS = Path("/proc/self/status")


def peak_bytes() -> int:
    """The most memory that this process has ever held.

    Linux's `getrusage` counts what the process held before it became this program; `VmHWM` does not (proc(5)).
    """
    if STATUS.exists():
        for line in STATUS.read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def peak_of_read(photo: Path) -> float:
    """Megabytes that reading `photo` takes, measured in a process of its own.

    Raises:
        RuntimeError: the photo could not be read.
    """
    result = subprocess.run(  # noqa: S603 - this file itself
        [sys.executable, __file__, str(photo)], capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise RuntimeError(f"tileref read {photo}: {result.stderr.strip()}")
    return float(result.stdout)


def main() -> int:
    """Reads the photo and prints the peak; the exit code of `tileref read`."""
    parser = command_line.parser(__doc__)
    parser.add_argument("photo")
    photo = parser.parse_args().photo
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        code = tileref(["read", photo, "--json"])
    print(f"{peak_bytes() / 1e6:.1f}")
    return code


if __name__ == "__main__":
    sys.exit(main())
