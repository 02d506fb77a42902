"""``python -m training``: renders pictures, trains both networks, exports them. See ``--help``."""

from __future__ import annotations

import argparse
import multiprocessing
import os
from pathlib import Path

from training import calibrate, dataset, export, train

PICTURES = 10_000


def main() -> None:
    """Parses the command line and runs the stages asked for."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("stage", nargs="?", choices=("all", "render", "locator", "reader", "export"), default="all")
    parser.add_argument(
        "--work", type=Path, default=Path("work"), help="folder for renders and checkpoints (%(default)s)"
    )
    parser.add_argument(
        "--photos", type=Path, help="labelled photos, TRUTH.json beside a folder TRUTH/, to train on as well"
    )
    parser.add_argument("--pictures", type=int, default=PICTURES, help="how many pictures to render (%(default)s)")
    parser.add_argument("--steps", type=int, help="training steps in place of the plan's")
    args = parser.parse_args()
    renders, checkpoints = args.work / "renders", args.work / "checkpoints"
    if args.stage in ("all", "render"):
        dataset.make(renders, args.pictures, os.cpu_count() or 1)
    names = {"all": ("locator", "reader"), "locator": ("locator",), "reader": ("reader",)}.get(args.stage, ())
    jobs = [
        multiprocessing.get_context("spawn").Process(
            target=train.train,
            args=(name, renders, args.photos, checkpoints),
            kwargs={"steps": args.steps, "threads": max(1, (os.cpu_count() or 1) // 2)},
        )
        for name in names
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
        if job.exitcode:
            raise SystemExit(
                f"training stopped with exit code {job.exitcode}; start again to go on from the last checkpoint"
            )
    if args.stage in ("all", "export"):
        export.export_locator(checkpoints / "locator.pt")
        temperatures = calibrate.fit_temperatures(export.averaged("reader", checkpoints / "reader.pt"))
        print(f"temperatures of number and colour: {temperatures}")
        export.export_reader(checkpoints / "reader.pt", temperatures=temperatures)


if __name__ == "__main__":
    main()
