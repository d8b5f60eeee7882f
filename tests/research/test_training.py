"""Training: the model beside the kernel, resuming, and that something is learnt."""

from pathlib import Path

import pytest
import torch

from tallyho.contract import NotationError
from tallyho.games.hunt import KOSMOS
from tallyho.research.model import Inputs, Model
from tallyho.research.samples import SAMPLE, forecasts, greedy_rounds
from tallyho.research.selfplay import selfplay
from tallyho.research.train import RATE, train
from tallyho.research.training import FLAG, Data, Settings, Training, answers_of
from tallyho.research.weights import pack, unpack


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Greedy rounds to learn from."""
    out = tmp_path_factory.mktemp("greedy")
    selfplay(out=out, rounds=800, nodes=0, seed=1, workers=1)
    return out


def test_the_kernel_computes_what_the_model_means() -> None:
    model, samples = Model(seed=4), greedy_rounds(KOSMOS, 10, 1)
    with torch.no_grad():
        model.parameters["columns"][:, -1].normal_(0, 0.05)
        mean, log_spread = model.forecast(Inputs.of(samples, bytes(len(samples) // SAMPLE)))
    means, spreads = forecasts(pack(model.quantised(), {}), samples)
    off = torch.frombuffer(means, dtype=torch.float32) - mean
    assert off.abs().max() < 0.5
    assert off.abs().mean() < 0.1
    assert mean.std() > 1
    ratio = torch.frombuffer(spreads, dtype=torch.float32).log() - log_spread
    assert ratio.abs().max() < 0.05


def test_a_model_reads_its_weights_back() -> None:
    weights = Model(seed=4).quantised()
    other = Model(seed=5)
    assert other.quantised() != weights
    other.load(weights)
    assert other.quantised() == weights


def test_training_forecasts_better_than_nothing(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "net"
    figures = train(data=[folder], out=out, epochs=1, batch=256, seed=1)
    assert figures["rmse"] < figures["naive"] - 0.2
    assert figures["r2"] > 0.01
    _, provenance = unpack(out.read_bytes())
    assert provenance["figures"] == figures
    assert provenance["selfplay"][0]["seed"] == 1
    assert [file.name for file in tmp_path.iterdir()] == ["net"]
    again = train(data=[folder], out=tmp_path / "more", epochs=1, start=out, seed=2)
    assert again["loss"] < figures["loss"]


def test_a_pupil_learns_what_its_teachers_say_of_all_symmetries(
    folder: Path, tmp_path: Path
) -> None:
    teachers = []
    for seed in (1, 2):
        teachers.append(tmp_path / f"teacher-{seed}")
        taught = train(data=[folder], out=teachers[-1], epochs=1, batch=256, seed=seed)
    data = Data.read([folder], 1.0)
    samples = data.samples.tobytes()
    answers = torch.cat([answers_of(Model.of(one.read_bytes()), samples) for one in teachers])
    pupils = data.taught([teacher.read_bytes() for teacher in teachers])
    assert abs(pupils.targets - answers.mean(0).numpy()).max() < 1e-4
    figures = train(
        data=[folder],
        out=tmp_path / "pupil",
        epochs=2,
        batch=256,
        start=teachers[1],
        teachers=teachers,
    )
    assert figures["off"] < answers[8:].sub(answers.mean(0)).square().mean().sqrt()
    assert figures["uneven"] < taught["uneven"]
    assert len(unpack((tmp_path / "pupil").read_bytes())[1]["training"]["teachers"]) == 2


def training(epochs: int = 2, seed: int = 1) -> Training:
    """A training at its beginning."""
    return Training(Settings(("x",), 0, None, (), epochs, 512, RATE, 1.0, seed), None)


def test_a_training_that_was_broken_off_goes_on_to_the_same_weights(
    folder: Path, tmp_path: Path
) -> None:
    data = Data.read([folder], 1.0).split()[1]
    whole, first, second = training(), training(), training()
    whole.learn(data)
    first.learn(data)
    first.save(tmp_path / "checkpoint")
    second.resume(tmp_path / "checkpoint")
    assert second.epoch == 1
    whole.learn(data)
    second.learn(data)
    assert second.weights(()) == whole.weights(())


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    training().save(tmp_path / "checkpoint")
    with pytest.raises(NotationError, match="other settings"):
        training(seed=2).resume(tmp_path / "checkpoint")


def test_the_command_resumes_from_the_checkpoint_beside_the_weights(
    folder: Path, tmp_path: Path
) -> None:
    training().save(tmp_path / "net.checkpoint")
    with pytest.raises(NotationError, match="other settings"):
        train(data=[folder], out=tmp_path / "net", epochs=1)


def test_rounds_that_are_judged_by_are_kept_apart_whole(folder: Path) -> None:
    data = Data.read([folder], 1.0)
    learnt, apart = data.split()
    assert len(learnt) + len(apart) == len(data)
    assert int((apart.samples[:, FLAG] & 1).sum()) == 50
    assert set(apart.leads[apart.samples[:, FLAG] & 1 == 1]) == {0.0}


def test_folders_without_samples_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"no \.samples files"):
        train(data=[tmp_path], out=tmp_path / "net", epochs=1)
