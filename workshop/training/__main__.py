"""``python -m workshop.training``: renders pictures, trains the networks, exports them. See ``--help``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from workshop.training import measuring, samples
from workshop.training.pipeline import Pipeline

PICTURES = 20_000
STAGES: Mapping[str, Callable[[Pipeline], None]] = {
    "all": Pipeline.all,
    "render": Pipeline.render,
    "locator": Pipeline.locator,
    "reader": Pipeline.reader,
    "refiner": Pipeline.refiner,
    "harden": Pipeline.harden,
    "export": Pipeline.export,
    "belonging": Pipeline.belonging,
    "verifier": Pipeline.verifier,
    "sight": Pipeline.sight,
    "bounds": Pipeline.bounds,
    "publish": Pipeline.publish,
    "recover": Pipeline.recover,
}


def main() -> None:
    """Parses the command line and does what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m workshop.training", description=__doc__)
    parser.add_argument("stage", nargs="?", choices=[*STAGES, "samples", "measuring"], default="all")
    parser.add_argument("--work", type=Path, default=Path("work"), help="folder for all that is made (%(default)s)")
    parser.add_argument(
        "--photos", type=Path, help="labelled photos, TRUTH.json beside a folder TRUTH/, to train on as well"
    )
    parser.add_argument("--pictures", type=int, default=PICTURES, help="how many pictures to render (%(default)s)")
    parser.add_argument(
        "--start-from",
        type=Path,
        help="folder of checkpoints of another training to go further from, in place of random weights",
    )
    parser.add_argument("--steps", type=int, help="training steps in place of the plan's")
    parser.add_argument(
        "--out", type=Path, default=Path("work/measuring"), help="where measuring photos go (%(default)s)"
    )
    parser.add_argument("--small", action="store_true", help="of the measuring photos, only those that the tests read")
    args = parser.parse_args()
    if args.stage == "samples":
        samples.page(args.work / "samples.png")
        print(f"written: {args.work / 'samples.png'}")
    elif args.stage == "measuring":
        measuring.make(args.out, os.cpu_count() or 1, small=args.small)
    else:
        STAGES[args.stage](Pipeline(args.work, args.photos, args.pictures, args.start_from, args.steps))


if __name__ == "__main__":
    main()
