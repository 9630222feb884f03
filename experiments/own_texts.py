"""The command behind ``make try``: which small models are good enough for your own texts.

Each model is fine-tuned on one part of the texts and scored on the other, in the file that would be
used: ONNX in 32 and in 8 bits, one text at a time. A classifier that knows the labels already is
scored as it is. It fine-tunes and does not probe frozen vectors, because the models that one
chooses from are fine-tuned in the end, and vectors that were not trained for sentences may rank
them otherwise. That costs about three passes for each text and epoch: a thousand short texts need
no GPU.
"""

import csv
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import click

from experiments.speed import files, measure, runtimes
from experiments.speed.__main__ import require_packages
from smallbert.errors import UserError

BASE = "google-bert/bert-base-uncased"

LEAST = 20
"""Fewest texts of a part."""

TIMED, ROUNDS = 25, 5
"""Texts that are timed, and how often."""

BATCH = 16

Z = 1.96
"""Standard errors on either side of a number that hold 95 in 100."""


@dataclass
class Result:
    """What a model in a runtime and precision does on the texts that it was not trained on."""

    model: str
    made: str
    how: str
    megabytes: float
    right: list[bool]
    milliseconds: float


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("texts", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("models", nargs=-1, required=True)
@click.option("--base", default=BASE, show_default=True, help="What the others are held against.")
@click.option("--train", default=0.5, show_default=True, help="Share of the texts to train on.")
@click.option("--epochs", default=3, show_default=True, type=click.IntRange(1))
@click.option("--rate", default=5e-5, show_default=True, help="Small models often like 1e-4.")
@click.option("--length", default=128, show_default=True, help="Tokens that count of a text.")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=0, show_default=True)
def main(texts: Path, models: tuple[str, ...], base: str, train: float, **how) -> None:
    """Score MODELS, folders or names on the Hub, on TEXTS: a CSV with columns text and label."""
    try:
        require_packages()
        rows = read(texts)
        taught, held = split(rows, train, how["seed"])
        names = list(dict.fromkeys([base, *models]))
        with tempfile.TemporaryDirectory() as folder:
            results = measured(names, taught, held, Path(folder), **how)
    except UserError as error:
        click.echo(str(error), err=True)
        sys.exit(error.status)
    for line in report(results):
        click.echo(line)


def read(path: Path) -> list[tuple[str, str]]:
    """Return the texts with their labels."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        if missing := {"text", "label"} - {*(reader.fieldnames or ())}:
            raise UserError(f"{path}: no column {sorted(missing)[0]}; it needs text and label")
        rows = [(row["text"], row["label"]) for row in reader if row["text"] and row["label"]]
    if len({label for _, label in rows}) < 2:
        raise UserError(
            f"{path}: fewer than two labels in {len(rows)} texts; nothing to tell apart"
        )
    return rows


def split(rows: list, share: float, seed: int) -> tuple[list, list]:
    """Return the texts to train on and those to score on; equal texts are on one side."""
    texts = sorted({text for text, _ in rows})
    random.Random(seed).shuffle(texts)
    first = {*texts[: round(share * len(texts))]}
    taught = [row for row in rows if row[0] in first]
    held = [row for row in rows if row[0] not in first]
    if len(held) < LEAST or len(taught) < LEAST:
        raise UserError(
            f"{len(taught)} texts to train on and {len(held)} to score on; at least {LEAST} of each"
        )
    return taught, held


def measured(names: list[str], taught, held, folder: Path, *, threads: int, **how) -> list[Result]:
    """Train, export and score the models one by one, then time all in rounds."""
    results, calls = [], {}
    for number, name in enumerate(names):
        click.echo(f"{name}: fine-tunes, exports and scores", err=True)
        tokenizer, made, words = classifier(name, taught, held, threads=threads, **how)
        floats, codes = (files.path(folder, str(number), bits) for bits in files.BITS)
        files.export(logits(made), example(tokenizer, how["length"]), floats)
        files.quantize(floats, codes)
        runs = {"PyTorch, 32 bits": (eager(made), floats)}
        for bits, file in zip(files.BITS, (floats, codes), strict=True):
            runs[f"ONNX, {bits} bits"] = (runtimes.onnxruntime(file, threads=threads), file)
        inputs = [encode(tokenizer, text, how["length"]) for text, _ in held]
        for way, (call, file) in runs.items():
            found = [label(made, call(each)[0]) for each in inputs]
            right = [one == row[1] for one, row in zip(found, held, strict=True)]
            size = file.stat().st_size / 2**20
            results.append(Result(name, words, way, size, right, float("nan")))
            calls[str(len(results) - 1)] = lambda call=call, some=inputs[:TIMED]: [*map(call, some)]
    times = measure.rounds(calls, repeats=ROUNDS)
    for at, seconds in times.items():
        results[int(at)].milliseconds = 1000 * median(seconds) / min(TIMED, len(held))
    return results


def classifier(name: str, taught, held, *, threads: int, **how):
    """Return tokenizer and classifier, fine-tuned if it does not know the labels, in words."""
    import torch
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, logging

    logging.set_verbosity_error()  # it warns of every head that is new
    logging.disable_progress_bar()
    torch.set_num_threads(threads)
    torch.manual_seed(how["seed"])
    labels = sorted({label for _, label in [*taught, *held]})
    try:
        tokenizer, config = (each.from_pretrained(name) for each in (AutoTokenizer, AutoConfig))
        classifies = "ForSequenceClassification" in str(config.architectures)
        if ready := classifies and {*labels} <= {*config.id2label.values()}:
            made = AutoModelForSequenceClassification.from_pretrained(name)
        else:
            numbers = dict(enumerate(labels))
            about = {"id2label": numbers, "label2id": {each: at for at, each in numbers.items()}}
            made = AutoModelForSequenceClassification.from_pretrained(
                name, num_labels=len(labels), ignore_mismatched_sizes=True, **about
            )
    except (OSError, ValueError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise UserError(f"{name}: transformers cannot load it: {first}") from None
    if not ready:
        fine_tune(
            tokenizer, made, taught, **{each: how[each] for each in ("epochs", "rate", "length")}
        )
    return tokenizer, made.eval(), "as it is" if ready else f"fine-tuned on {len(taught)}"


def fine_tune(tokenizer, made, rows, *, epochs: int, rate: float, length: int) -> None:
    """Train a classifier: AdamW, a rate that falls to zero, batches of texts drawn anew."""
    import torch

    steps = epochs * -(-len(rows) // BATCH)
    optimizer = torch.optim.AdamW(made.parameters(), lr=rate)
    falling = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, steps)
    made.train()
    for _ in range(epochs):
        order = torch.randperm(len(rows)).tolist()
        for start in range(0, len(rows), BATCH):
            some = [rows[at] for at in order[start : start + BATCH]]
            how = {"padding": True, "truncation": True, "max_length": length}
            data = tokenizer([text for text, _ in some], return_tensors="pt", **how)
            wanted = torch.tensor([made.config.label2id[each] for _, each in some])
            made(**data, labels=wanted).loss.backward()
            torch.nn.utils.clip_grad_norm_(made.parameters(), 1.0)
            optimizer.step()
            falling.step()
            optimizer.zero_grad()


def encode(tokenizer, text: str, length: int) -> dict:
    """Return a text as the inputs of a file."""
    data = tokenizer(text, truncation=True, max_length=length, return_tensors="np")
    return {each: data[each].astype("int64") for each in files.INPUTS}


def example(tokenizer, length: int) -> tuple:
    """Return inputs by which a model is exported."""
    import torch

    data = encode(tokenizer, "A text of some words.", length)
    return tuple(torch.from_numpy(data[each]) for each in files.INPUTS)


def logits(made):
    """Return a classifier that takes and returns bare tensors, as the exporter wants."""
    import torch

    class Logits(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = made

        def forward(self, input_ids, attention_mask):
            return self.inner(input_ids=input_ids, attention_mask=attention_mask).logits

    return Logits().eval()


def eager(made):
    """Return a classifier as a call that takes arrays, like those of `runtimes`."""
    import torch

    inner = logits(made)

    def call(data):
        with torch.inference_mode():
            return [inner(*map(torch.from_numpy, data.values())).numpy()]

    return call


def label(made, found) -> str:
    """Return the label of the highest logit."""
    return made.config.id2label[int(found[0].argmax())]


def share(right: list[bool]) -> tuple[float, float]:
    """Return an accuracy and half of its 95 % interval, in points, by Wilson's interval."""
    from scipy import stats

    ends = stats.binomtest(sum(right), len(right)).proportion_ci(method="wilson")
    return 100 * sum(right) / len(right), 50 * (ends.high - ends.low)


def difference(right: list[bool], base: list[bool]) -> tuple[float, float, int]:
    """Return by how many points an accuracy is higher, ±, and how many texts tell one point.

    By the texts that only one of the two gets right (Agresti and Min 2005: half a text is added to
    each kind, so that few texts do not look sure). Where a difference is one point, that is so of
    one text in a hundred at least.
    """
    pairs = list(zip(right, base, strict=True))
    gained, lost = (pairs.count(each) + 0.5 for each in ((True, False), (False, True)))
    n = len(pairs) + 2
    spread = (gained + lost) / n - ((gained - lost) / n) ** 2
    found = 100 * (sum(right) - sum(base)) / len(pairs)
    return found, 100 * Z * (spread / n) ** 0.5, round((100 * Z) ** 2 * max(spread, 0.01))


def report(results: list[Result]) -> list[str]:
    """Return the table, a line a model and precision, and what it rests on."""
    base, n = results[1], len(results[0].right)  # BERT-base by ONNX Runtime in 32 bits
    head = ("model", "made", "runtime", "MB", "ms", "accuracy", "against base", "texts for a point")
    rows = [head]
    for each in results:
        score, half = share(each.right)
        own = [each.model, each.made, each.how, f"{each.megabytes:.1f}", f"{each.milliseconds:.2f}"]
        own.append(f"{score:.1f} ± {half:.1f}")
        if each is not base:
            off, error, needed = difference(each.right, base.right)
            own += [f"{off:+.1f} ± {error:.1f}", str(needed)]
        rows.append([*own, *[""] * (len(head) - len(own))])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return [
        *lines,
        f"Accuracy in per cent of {n} texts, ±: 95 % of other texts. Against base: on the same "
        "texts, in points;",
        "no more than its ± may be chance. Another seed of fine-tuning moves it too: try --seed 1.",
    ]


if __name__ == "__main__":
    main()
