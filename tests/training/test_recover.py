from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch, onnx = (pytest.importorskip(name, reason="make train installs it") for name in ("torch", "onnx"))
networks, quantize, recover = (
    pytest.importorskip(f"training.{name}", reason="takes what make train installs")
    for name in ("networks", "quantize", "recover")
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of the exporter that writes models of this kind
]

BATCHES, PATCHES = 3, 24


def _batches() -> list[tuple[np.ndarray, ...]]:
    rng = np.random.default_rng(5)
    return [(rng.uniform(0, 1.25, (PATCHES, 3, 64, 48)).astype(np.float32),) for _ in range(BATCHES)]


@pytest.fixture(scope="module")
def trained() -> Any:
    """A network whose batch norms have seen something."""
    torch.manual_seed(3)
    network = networks.Refiner()
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.weight.data.uniform_(0.5, 1.5)
            module.bias.data.uniform_(-0.3, 0.3)
    network.train()
    for _ in range(20):
        for (patches,) in _batches():
            network(torch.from_numpy(patches))
    return network.eval()


@pytest.fixture(scope="module")
def published(trained: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of that network, its convolutions in integers."""
    path = tmp_path_factory.mktemp("models") / "refiner.onnx"
    given = (torch.zeros(2, 3, 64, 48),)
    axes = {"patches": {0: "n"}, "offsets": {0: "n"}}
    torch.onnx.export(
        trained, given, str(path), input_names=["patches"], output_names=["offsets"], dynamic_axes=axes, dynamo=False
    )
    quantize.quantize(path, _batches())
    return path


def _said(network: Any) -> np.ndarray:
    with torch.no_grad():
        return np.concatenate([network(torch.from_numpy(patches)).numpy() for (patches,) in _batches()])


def test_a_recovered_network_says_what_the_published_one_says(trained: Any, published: Path, tmp_path: Path) -> None:
    recover.checkpoint(networks.Refiner(), published, _batches(), tmp_path / "refiner.pt")
    state = torch.load(tmp_path / "refiner.pt")
    recovered = torch.optim.swa_utils.AveragedModel(networks.Refiner())
    recovered.load_state_dict(state["average"])
    network, meant = recovered.module.eval(), _said(trained)
    assert np.abs(_said(network) - meant).max() < 0.05 * np.abs(meant).max()


def test_a_recovered_network_says_the_same_while_it_learns(published: Path) -> None:
    (batch,) = (np.concatenate([patches for (patches,) in _batches()]),)
    network = networks.Refiner()
    recover.take_up(network, recover.layers(onnx.load(str(published)).graph), [(batch,)])
    with torch.no_grad():
        evaluated = network.eval()(torch.from_numpy(batch)).numpy()
        learning = network.train()(torch.from_numpy(batch)).numpy()
    assert np.abs(learning - evaluated).max() < 1e-3 * np.abs(evaluated).max()


def test_a_file_of_another_architecture_is_refused(published: Path) -> None:
    with pytest.raises(ValueError, match="another architecture"):
        recover.take_up(networks.Refiner((8, 32, 64)), recover.layers(onnx.load(str(published)).graph), _batches())
