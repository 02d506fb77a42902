"""``python -m training``: renders pictures, trains the networks, exports them. See ``--help``."""

from __future__ import annotations

import argparse
import multiprocessing
import os
from dataclasses import replace
from pathlib import Path

from training import belonging, calibrate, dataset, export, measuring, mine, samples, seen, train

PICTURES = 20_000
EXAMPLE_SHARDS = 8
"""Shards of rendered pictures by which the ranges of the networks' values are found when they are exported."""
STAGES = ("all", "render", "locator", "reader", "refiner", "harden", "export", "belonging", "samples", "measuring")


def main() -> None:
    """Parses the command line and runs the stages asked for."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("stage", nargs="?", choices=STAGES, default="all")
    parser.add_argument(
        "--work", type=Path, default=Path("work"), help="folder for renders and checkpoints (%(default)s)"
    )
    parser.add_argument(
        "--photos", type=Path, help="labelled photos, TRUTH.json beside a folder TRUTH/, to train on as well"
    )
    parser.add_argument("--pictures", type=int, default=PICTURES, help="how many pictures to render (%(default)s)")
    parser.add_argument(
        "--start-from",
        type=Path,
        help="folder of checkpoints whose weights training begins with, in place of random ones",
    )
    parser.add_argument("--steps", type=int, help="training steps in place of the plan's")
    parser.add_argument(
        "--out", type=Path, default=Path("work/measuring"), help="where measuring photos go (%(default)s)"
    )
    parser.add_argument("--small", action="store_true", help="of the measuring photos, only those that the tests read")
    args = parser.parse_args()
    cores = os.cpu_count() or 1
    renders, checkpoints, mined = args.work / "renders", args.work / "checkpoints", args.work / "mined.npy"
    rough, refined = args.work / "rough", args.work / "refined"
    sources = train.Sources(renders, args.photos)
    run = train.Run(checkpoints, args.start_from, args.steps)
    if args.stage in {"all", "render"}:
        dataset.make(renders, args.pictures, cores)
    if args.stage in {"all", "locator", "reader"}:
        train_beside_each_other(("locator", "reader") if args.stage == "all" else (args.stage,), sources, run)
    if args.stage in {"all", "refiner"}:
        export.export_locator(checkpoints / "locator.pt", sources.load(EXAMPLE_SHARDS))
        seen.find(renders, args.photos, rough, cores)
        train_beside_each_other(("refiner",), replace(sources, rough=rough), run)
    if args.stage in {"all", "harden"}:
        if not mined.exists():
            material = sources.load(EXAMPLE_SHARDS)
            export.export_locator(checkpoints / "locator.pt", material)
            export.export_refiner(checkpoints / "refiner.pt", material)
            print(f"{mine.mine(renders, args.photos, mined)} patches without a tile", flush=True)
        seen.refine(renders, args.photos, rough, refined, cores)
        train_beside_each_other(("harden",), replace(sources, mined=mined, refined=refined), run)
    if args.stage in {"all", "export"}:
        material = replace(sources, mined=mined).load(EXAMPLE_SHARDS)
        export.export_locator(checkpoints / "locator.pt", material)
        export.export_refiner(checkpoints / "refiner.pt", material)
        reader = export.averaged("reader", checkpoints / "harden.pt")
        temperatures = calibrate.fit_temperatures(reader)
        print(f"temperatures of number, colour and turn: {temperatures}")
        export.export_reader(reader, temperatures, material)
    if args.stage in {"all", "belonging"}:
        belonging.make(args.work / "fit", cores)
        examples = belonging.fit([args.work / "fit" / "truth.json", *([args.photos] if args.photos else [])])
        print(f"fitted on {examples} examples")
    if args.stage == "samples":
        samples.page(args.work / "samples.png")
        print(f"written: {args.work / 'samples.png'}")
    if args.stage == "measuring":
        measuring.make(args.out, cores, small=args.small)


def train_beside_each_other(names: tuple[str, ...], sources: train.Sources, run: train.Run) -> None:
    """Trains several networks at once, the cores shared among them."""
    threads = max(1, (os.cpu_count() or 1) // len(names))
    jobs = [
        multiprocessing.get_context("spawn").Process(
            target=train.train, args=(name, sources, run), kwargs={"threads": threads}
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


if __name__ == "__main__":
    main()
