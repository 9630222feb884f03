"""Where the weights of a model are, and what a reader has to do with them."""

from urllib.parse import urlsplit

import numpy as np
import pandas as pd

from smallbert import compare
from smallbert.answers.candidate_costs import bits_of
from smallbert.answers.parts_of_answers import Source
from smallbert.answers.tasks import TASKS, by_one_work, pool
from smallbert.data import bibliography, side_tables, sources, vocabulary
from smallbert.memo import cached

EIGHT_BITS = 7.5
"""Bits of a stored weight from which on they are 8: sizes are printed in few digits."""


def needs_table() -> pd.DataFrame:
    """Return what techniques, works and models ask for, as a table for a page."""
    needs = _reader_needs()
    every_model = needs["source"].map(_models_of_work)
    return pd.DataFrame(
        {
            "Technique": needs["technique"].map(vocabulary.names("techniques")),
            "Models": needs["model"].mask(needs["model"].eq(""), every_model),
            "You would have to": needs["needs"].str.replace("+", ", "),
            "And it": needs["condition"],
            "Why": needs["reason"],
            "After": needs["cites"].map(bibliography.short),
        }
    ).sort_values("Technique", kind="stable", ignore_index=True)


def _models_of_work(key: str) -> str:
    return f"all of {bibliography.short(sources.work(key).cites)}" if key else "any"


def _reader_needs() -> pd.DataFrame:
    """Return what a reader has to do, a line a technique, work or model, the most special last."""
    needs = side_tables.gather("needs")
    special = needs["source"].ne("") + 2 * needs["model"].ne("")
    return needs.loc[special.sort_values(kind="stable").index].reset_index(drop=True)


@cached
def needs_in_order() -> list:
    """Return the lines of ``needs``, the most special last, which each model is looked up in."""
    return [*_reader_needs().itertuples()]


def sources_of(model: str, key: str, technique: str, cost: pd.Series) -> dict[str, Source]:
    """Return where a model's weights are, for any task (""), and where a task has its own.

    A kind of task, as ``embeddings``, stands for all of it. `key` is the model's in the survey.
    """
    needs, condition = _making(model, technique, cost)
    by_task = {"": Source("", "", "", False, "", "", needs, mark=condition)}
    for row in _downloads_by_key().get(key, []):
        source = _released(model, row, condition)
        tasks = _tasks_of(row.task) if row.kind == "fine-tuned" else [""]
        for task in ["embeddings"] if row.kind == "embeddings" else tasks:
            before = by_task.get(task)
            # the first released counts, but one of the Hub, which loads by its name, before a file
            if not before or not before.checkpoint or (source.hub and not before.hub):
                by_task[task] = source
    for task, (hub, license) in _named_on_hub().get(model, {}).items():
        if task not in by_task or not by_task[task].checkpoint:
            left, kind = ([], "embeddings") if task else (["finetune"], "to fine-tune")
            url = side_tables.checkpoint_url(hub)
            by_task[task] = Source(hub, url, hub, True, license, kind, left, mark=condition)
    return by_task


def _making(model: str, technique: str, cost: pd.Series) -> tuple[list[str], str]:
    """Return what making a model asks of a reader, and on what condition it runs as it should.

    What its work or the model itself needs replaces what its technique needs.
    """
    works, techniques, bits = _works_of_models().get(model, ()), technique.split("+"), bits_of(cost)
    needs = [
        line
        for line in needs_in_order()
        if line.source in ("", *works) and line.model in ("", model)
        if line.technique in techniques and not line.start
    ]
    needs = [line for line in needs if line.source or line.model] or needs
    abilities = [ability for line in needs for ability in line.needs.split("+")] or ["finetune"]
    conditions = [_condition(line, bits) for line in needs]
    return [*dict.fromkeys(abilities)], "; ".join(filter(None, dict.fromkeys(conditions)))


def _condition(line, bits: float) -> str:
    """Return on what condition a model with so many bits a weight runs, by a line of needs."""
    # what quantization as such asks for is that few bits need a runtime of their own
    if not line.condition or line.technique != "quantization" or line.source:
        return line.condition
    if np.isnan(bits):
        return f"its bits are not known: perhaps it {line.condition}"
    return "" if bits >= EIGHT_BITS else line.condition


def _released(model: str, row, condition: str) -> Source:
    """Return released weights, from their line of `smallbert.data.side_tables.downloads`."""
    needs = [
        line.needs for line in needs_in_order() if (line.model, line.start) == (model, "checkpoint")
    ]
    of = f" ({row.license_of})" if row.license_of not in ("", "checkpoint") else ""
    finished = row.kind in ("fine-tuned", "embeddings")
    return Source(
        checkpoint=row.checkpoint,
        url=side_tables.checkpoint_url(row.checkpoint),
        hub="://" not in row.checkpoint,
        place=_place_in_words(row.checkpoint),
        license=side_tables.NO_LICENSE.get(row.license, row.license) + of,
        kind=row.kind,
        needs=[] if finished else [*needs, "finetune"][0].split("+"),
        mark=condition,
        note=row.note,
    )


@cached
def _downloads_by_key() -> dict[str, list]:
    """Return the lines of `smallbert.data.side_tables.downloads` by the key of their model."""
    downloads = {}
    for row in side_tables.downloads().itertuples():
        downloads.setdefault(row.model, []).append(row)
    return downloads


@cached
def _named_on_hub() -> dict[str, dict[str, tuple[str, str]]]:
    """Return the checkpoints that works name which alone score a task, with license, by model.

    As in `Candidate.sources`: those of embeddings, and those to fine-tune ("").
    """
    checkpoints = {}
    for task in [name for name, task in TASKS.items() if task.alone]:
        kind = "embeddings" if task.startswith("embeddings") else ""
        for row in by_one_work(task).query("hub != ''").itertuples():
            license = row.license if row.license != "not specified" else ""
            checkpoint = row.hub, license or side_tables.NO_LICENSE[""]
            checkpoints.setdefault(row.Index, {})[kind] = checkpoint
    return checkpoints


def _place_in_words(checkpoint: str) -> str:
    """Return a checkpoint of the Hugging Face Hub, or at whose site the file is."""
    return f"a file of {urlsplit(checkpoint).hostname}" if "://" in checkpoint else checkpoint


@cached
def _works_of_models() -> dict[str, list[str]]:
    """Return the works that have a model, by its name."""
    return compare.models_of_works().groupby("model")["source"].agg(list).to_dict()


def _tasks_of(task: str) -> list[str]:
    """Return the tasks to choose from that weights fine-tuned on a task are ready for."""
    if task == "glue":
        return [name for name in pool("mnli") if not name.startswith("squad")]
    return [name for name, asked in TASKS.items() if task in asked.sets]
