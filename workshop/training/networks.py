"""The networks, small enough for two cores.

`Locator` finds tiles in a photo, `Refiner` sets their corners right, `TileReader` reads one rectified tile, `Sight`
tells whether a part of it may be hidden, `Verifier` whether a tile lies at a place at all.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.reading import proportions
from vision.reading.candidates import FEATURES

LOCATOR_CHANNELS = 11
"""Objectness (a logit), the four corners' offsets from the cell's centre in units of
`vision.reading.locate.OFFSET_UNIT` (x and y each, in an order that starts anywhere but runs clockwise), and the tile's
up direction (x and y, its length telling how sure)."""

PHOTO_RANGE = 4.0
"""How far apart black and white are for the locator's first convolution; the grey between them is 0."""
NUMBER_CLASSES = 16
"""1 to 13, joker, face down, no tile."""
COLOUR_CLASSES = 4
TURN_CLASSES = 4
"""By how many quarter turns anticlockwise the patch must be turned to stand upright."""


def _conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions about which the input is carried (He et al., 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Same shape in and out."""
        return torch.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """Fully convolutional: an encoder to 1/32, a feature pyramid back to 1/4 (CenterNet, Zhou et al., 2019)."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 24, 48, 80, 112)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.stem = nn.Sequential(_conv(3, a, 2), _conv(a, b, 2), _conv(b, b))
        self.eighth = nn.Sequential(_conv(b, c, 2), Residual(c))
        self.sixteenth = nn.Sequential(_conv(c, d, 2), Residual(d), Residual(d))
        self.thirtysecond = nn.Sequential(_conv(d, e, 2), Residual(e))
        self.up_e = nn.Conv2d(e, d, 1)
        self.up_d = nn.Sequential(_conv(d, c))
        self.up_c = nn.Sequential(_conv(c, c))
        self.to_b = nn.Conv2d(c, 2 * b, 1)
        self.from_b = nn.Conv2d(b, 2 * b, 1)
        self.head = nn.Sequential(_conv(2 * b, 2 * b), nn.Conv2d(2 * b, LOCATOR_CHANNELS, 1))
        self.upsample = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head[-1].bias[:1], -4.0)  # most cells hold no tile

    def forward(self, x: Tensor) -> Tensor:
        """BGR photos (n, 3, h, w), 0 to 1, h and w multiples of 32, to (n, LOCATOR_CHANNELS, h / 4, w / 4)."""
        quarter = self.stem((x - 0.5) * PHOTO_RANGE)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        wide = self.up_e(self.thirtysecond(sixteenth))
        pyramid = self.up_d(sixteenth + self.upsample(wide))
        pyramid = self.up_c(eighth + self.upsample(pyramid))
        out: Tensor = self.head(torch.relu(self.from_b(quarter) + self.upsample(self.to_b(pyramid))))
        return out


class Refiner(nn.Module):
    """Sees a roughly rectified tile with room about it and tells where its corners are."""

    def __init__(self, widths: tuple[int, int, int] = (16, 32, 64)) -> None:
        super().__init__()
        a, b, c = widths
        self.trunk = nn.Sequential(_conv(3, a, 2), _conv(a, b, 2), Residual(b), _conv(b, c, 2), Residual(c))
        self.corners = nn.Sequential(nn.Flatten(), nn.Linear(c * 8 * 6, 96), nn.ReLU(inplace=True), nn.Linear(96, 8))

    def forward(self, x: Tensor) -> Tensor:
        """Patches as `TileReader.forward` takes them, but cut with `vision.reading.refine.REFINER_MARGIN`, to corners (n, 8).

        A corner is x and y of how far it lies from where the patch has it, in widths and heights of the face.
        """
        out: Tensor = self.corners(self.trunk((x - 0.6) * 3))
        return out


class TileReader(nn.Module):
    """Reads a rectified tile: separate heads for number, colour and turn over one trunk."""

    def __init__(self, widths: tuple[int, int, int] = (32, 64, 112)) -> None:
        super().__init__()
        a, b, c = widths
        self.trunk = nn.Sequential(
            _conv(3, a, 2), _conv(a, a), _conv(a, b, 2), Residual(b), _conv(b, c, 2), Residual(c)
        )
        self.mix = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(c * 8 * 6, 128), nn.ReLU(inplace=True))
        self.number = nn.Linear(128, NUMBER_CLASSES)
        self.colour = nn.Linear(128, COLOUR_CLASSES)
        self.turn = nn.Linear(128, TURN_CLASSES)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """White-balanced BGR patches (n, 3, 64, 48), 0 to 1.25, to logits of number, colour and turn."""
        features = self.mix(self.trunk((x - 0.6) * 3))
        return self.number(features), self.colour(features), self.turn(features)


class Judge(nn.Module):
    """Tells how probable something is of a place: by the place with room about it, and by what is measured of it."""

    def __init__(self, measured: int, widths: tuple[int, int, int] = (16, 32, 64)) -> None:
        super().__init__()
        a, b, c = widths
        self.trunk = nn.Sequential(
            _conv(3, a, 2), _conv(a, b, 2), Residual(b), _conv(b, c, 2), Residual(c), _conv(c, c, 2)
        )
        self.mix = nn.Sequential(nn.Flatten(), nn.Dropout(0.3), nn.Linear(c * 5 * 4, 64), nn.ReLU(inplace=True))
        self.judge = nn.Sequential(nn.Linear(64 + measured, 48), nn.ReLU(inplace=True), nn.Linear(48, 1))

    def forward(self, x: Tensor, measured: Tensor) -> Tensor:
        """The logits (n, 1), from white-balanced BGR patches (n, 3, 80, 64), 0 to 1.25, and what is measured (n, k)."""
        features = self.mix(self.trunk((x - 0.6) * 3))
        out: Tensor = self.judge(torch.cat([features, measured], dim=1))
        return out


class Sight(Judge):
    """Tells whether something hides a part of a tile's print, by its `vision.reading.proportions` as well."""

    def __init__(self) -> None:
        super().__init__(len(proportions.FEATURES))


class Verifier(Judge):
    """Tells whether a tile lies at a place, by what `vision.reading.belonging` measures of it as well."""

    def __init__(self) -> None:
        super().__init__(len(FEATURES))
