"""From nothing to models: the stages of a training, each of which goes on from the files that those before it left."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from vision import quads
from vision.reading.inference import MODELS, ModelFile
from workshop.training import (
    belonging,
    bounds,
    calibrate,
    dataset,
    export,
    hidden,
    material,
    measuring,
    mine,
    negatives,
    places,
    plans,
    readable,
    recover,
    render,
    seen,
    train,
    typefaces,
)
from workshop.training.files import keep_only_if_from

RENDERER = tuple(Path(render.__file__).parent.rglob("*.py"))
"""What rendered pictures come from."""
LABEL_SOURCES = (*RENDERER, *(Path(str(module.__file__)) for module in (dataset, negatives, readable, quads)))
"""What the shards of training pictures and their labels come from."""
BOUNDS_EVERY = 4
"""One in so many of the photos that the trees are fitted on says what bounds are worth."""
PLACES_SHARDS = 60
"""Shards of rendered pictures whose places are looked at by the network that tells those with a tile from others."""
COVERED_PICTURES = 6000
"""Pictures with covered tiles that are rendered."""
EXAMPLE_SHARDS = 8
"""Shards of rendered pictures by which the ranges of the networks' values are found when they are exported."""


PUBLISHED = {
    "locator": ModelFile.LOCATOR,
    "refiner": ModelFile.REFINER,
    "harden": ModelFile.READER,
    "verifier": ModelFile.VERIFIER,
    "sight": ModelFile.SIGHT,
}
"""The published networks, by the plan that makes each."""


@dataclass(frozen=True)
class Pipeline:
    """One training."""

    work: Path
    """The folder of everything that it makes."""
    photos: Path | None
    """Labels of photos to train on as well, their folder beside them; None for renders alone."""
    pictures: int
    """How many pictures are rendered."""
    start_from: Path | None = None
    """Folder of checkpoints that it goes further from, with no first round for the reader; None to begin with random
    weights."""
    steps: int | None = None
    """Steps of each network in place of its plan's."""

    def all(self) -> None:
        """Every stage, one after the other."""
        self.render()
        self._train("locator", *([] if self.start_from else ["reader"]))
        for stage in (self.refiner, self.harden, self.export, self.belonging, self.verifier, self.sight, self.publish):
            stage()

    def render(self) -> None:
        """Renders the pictures, with more typefaces than the machine has; those of another renderer are deleted."""
        typefaces.fetch()
        keep_only_if_from(self._renders, LABEL_SOURCES)
        dataset.make(self._renders, self.pictures, _cores())

    def locator(self) -> None:
        """Trains the network that finds tiles."""
        self._train("locator")

    def reader(self) -> None:
        """Trains the network that reads a tile, its first round."""
        self._train("reader")

    def refiner(self) -> None:
        """Trains the network that sets corners right, on what the locator sees."""
        locator = self._checkpoint("locator")
        export.export_locator(locator, self._sources.load(EXAMPLE_SHARDS), self.models)
        keep_only_if_from(self._rough, [*self._shown, locator])
        seen.find(self._renders, self.photos, self._rough, self.models, _cores())
        self._train("refiner", rough=self._rough)

    def harden(self) -> None:
        """Trains the tile reader's second round, on what locator and refiner see and on what is no tile."""
        stages, refined = [self._checkpoint("locator"), self._checkpoint("refiner")], self.work / "refined"
        export.export_refiner(stages[1], self._sources.load(EXAMPLE_SHARDS), self.models)
        for made in (self._mined, refined):
            keep_only_if_from(made, [*self._shown, *stages])
        if not self._mined.exists():
            count = mine.mine(self._renders, self.photos, self._mined, self.models)
            print(f"{count} patches without a tile", flush=True)
        seen.refine(self._renders, self.photos, self._rough, refined, self.models, _cores())
        self._train("harden", mined=self._mined, refined=refined)

    def export(self) -> None:
        """Writes the network that reads a tile for `vision`.

        The others are written where the stages after them need them.
        """
        material = replace(self._sources, mined=self._mined).load(EXAMPLE_SHARDS)
        reader = export.averaged("harden", self._checkpoint("harden"))
        temperatures = calibrate.fit_temperatures(reader)
        print(f"temperatures of number, colour and turn: {temperatures}", flush=True)
        export.export_reader(reader, temperatures, material, self.models)

    def belonging(self) -> None:
        """Fits the trees that tell tiles from print, on what the exported networks see."""
        keep_only_if_from(self._fit, [*RENDERER, *(Path(str(module.__file__)) for module in (measuring, readable))])
        belonging.make(self._fit, _cores())
        count = belonging.fit([self._fit / "truth.json", *([self.photos] if self.photos else [])], self.models)
        print(f"fitted on {count} examples", flush=True)

    def verifier(self) -> None:
        """Trains the network that tells places with a tile from others, on what the trees of `belonging` see."""
        sources = [*self._shown, *self._finders, Path(str(places.__file__))]
        keep_only_if_from(self._places, sources)
        truths = [self._fit / "truth.json", *([self.photos] if self.photos else [])]
        places.make(self._places, self._renders, truths, PLACES_SHARDS, self.models, _cores())
        self._train("verifier", found_places=self._places)
        found = replace(self._sources, found_places=self._places)
        export.export_verifier(self._checkpoint("verifier"), found.load_places(), self.models)

    def sight(self) -> None:
        """Trains the network that tells whether a part of a print may be hidden.

        It learns from covered tiles as the exported models see them.
        """
        keep_only_if_from(self._covered, [Path(str(hidden.__file__)), *self._shown, *self._readers])
        hidden.make(self._covered, COVERED_PICTURES, self.models, self.photos, _cores())
        self._train("sight", covered=self._covered)
        found = replace(self._sources, covered=self._covered)
        export.export_sight(self._checkpoint("sight"), found.load_covered(), self.models)

    def bounds(self) -> None:
        """Prints which bounds of `vision.reading.sight` cost least with the models made, for a person to set."""
        truths = [self._fit / "truth.json", *([self.photos] if self.photos else [])]
        print(bounds.table(bounds.best([*bounds.ask(truths, self.models, BOUNDS_EVERY)])))

    def recover(self) -> None:
        """Makes checkpoints of the published networks, for another training to start from.

        Those that tell what is hidden, and where a tile lies, are left out where no examples of theirs have been made,
        since their checkpoints take some.
        """
        out, rendered = self.work / "recovered", self._sources.load(EXAMPLE_SHARDS)
        shown: dict[str, material.Material | hidden.Examples | places.Examples] = dict.fromkeys(
            ("locator", "refiner", "harden"), rendered
        )
        if self._places.exists():
            shown["verifier"] = replace(self._sources, found_places=self._places).load_places()
        if self._covered.exists():
            shown["sight"] = replace(self._sources, covered=self._covered).load_covered()
        for name, examples in shown.items():
            network, given = plans.PLANS[name].task.network(), export.examples(name, examples)
            recover.checkpoint(network, MODELS / PUBLISHED[name], given, out / f"{name}.pt")
            print(f"{out / name}.pt: go further with --start-from {out}", flush=True)

    def publish(self) -> None:
        """Puts the models in the place of those that tileref reads with.

        Raises:
            FileNotFoundError: one of them has not been made.
        """
        missing = [file for file in ModelFile if not (self.models / file).exists()]
        if missing:
            raise FileNotFoundError(f"{self.models / missing[0]}: is not made yet; the stages before make it")
        for file in ModelFile:
            shutil.copyfile(self.models / file, MODELS / file)

    @property
    def models(self) -> Path:
        """The folder of the models it makes."""
        return self.work / "models"

    @property
    def _renders(self) -> Path:
        return self.work / "renders"

    @property
    def _rough(self) -> Path:
        return self.work / "rough"

    @property
    def _fit(self) -> Path:
        return self.work / "fit"

    @property
    def _places(self) -> Path:
        return self.work / "places"

    @property
    def _covered(self) -> Path:
        return self.work / "covered"

    @property
    def _shown(self) -> list[Path]:
        """What the pictures come from that networks are trained on."""
        return [*LABEL_SOURCES, *([self.photos] if self.photos else [])]

    @property
    def _mined(self) -> Path:
        return self.work / "mined.npy"

    @property
    def _finders(self) -> list[Path]:
        """The models by which places are found and judged."""
        later = {ModelFile.VERIFIER, ModelFile.SIGHT}
        return [self.models / file for file in ModelFile if file not in later]

    @property
    def _readers(self) -> list[Path]:
        """The models by which tiles are found and read."""
        return [self.models / file for file in ModelFile if file is not ModelFile.SIGHT]

    @property
    def _sources(self) -> material.Sources:
        return material.Sources(self._renders, self.photos)

    def _checkpoint(self, name: str) -> Path:
        return self.work / "checkpoints" / f"{name}.pt"

    def _train(self, *names: str, **found: Path) -> None:
        """Trains networks beside each other, the cores shared among them; `found` are more of `material.Sources`."""
        sources = replace(self._sources, **found)
        run = train.Run(self.work / "checkpoints", self.start_from, self.steps)
        threads = max(1, _cores() // len(names))
        context = multiprocessing.get_context("spawn")
        jobs = [
            context.Process(target=train.train, args=(name, sources, run), kwargs={"threads": threads})
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


def _cores() -> int:
    return os.cpu_count() or 1
