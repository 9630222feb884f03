"""Models as one can use them, a line for each model and precision: the table that answers filter.

Every number and word of an answer is computed here; the page's script compares, joins and sorts.
"""

import re
from collections.abc import Iterator

import numpy as np
import pandas as pd

from smallbert import compare
from smallbert.compare import best, device_times, uncertainty
from smallbert.compare.device_times import WHOLE
from smallbert.data import bibliography, exhibits, sources, survey, vocabulary
from smallbert.data.exhibits import slug
from smallbert.paths import cached

TASKS = {
    "mnli": "MNLI",
    "sst-2": "SST-2",
    "qqp": "QQP",
    "mrpc": "MRPC",
    "qnli": "QNLI",
    "squad": "SQuAD 1.1",
}
"""The tasks to choose from, named as in `smallbert.compare.SCORES`."""

SNIPPETS = {
    "to fine-tune": """\
from transformers import AutoModelFor{head}, AutoTokenizer
tokenizer = AutoTokenizer.from_pretrained("{checkpoint}")
model = AutoModelFor{head}.from_pretrained("{checkpoint}"{labels})""",
    "fine-tuned": """\
from transformers import pipeline
model = pipeline("{pipeline}", model="{checkpoint}")""",
    "embeddings": """\
from sentence_transformers import SentenceTransformer
model = SentenceTransformer("{checkpoint}")
vectors = model.encode(["A first text.", "A second one."])""",
}
"""How to load a checkpoint, by its kind; what is in braces is of `head`."""

SEVERAL = ("squad", "mrpc", "qqp")
"""The tasks with several metrics, on which a score of no named metric is not known."""

INT8 = r"(.*) in 8 bits(?:, .*)?"
"""How the survey names a finished model that a library stores in 8 bits."""

ALTERED = ("quantization", "pruning")
"""The techniques that leave a shape and change what is stored."""

RECIPE = "ONNX, dynamic"
"""The library and method of an estimate in 8 bits: it needs neither training nor data."""

SHARES = [0.05, 0.5, 0.95]
"""The quantiles of the losses that an estimate rests on."""


def head(task: str) -> dict[str, str]:
    """Return what a snippet loads for a task: head, its labels, pipeline."""
    if task.startswith("squad"):
        return {"head": "QuestionAnswering", "labels": "", "pipeline": "question-answering"}
    labels = f", num_labels={3 if task.startswith('mnli') else 2}"
    return {"head": "SequenceClassification", "labels": labels, "pipeline": "text-classification"}


def snippet(kind: str, checkpoint: str, task: str) -> str:
    """Return how to load a checkpoint of a kind for a task, as Python."""
    return SNIPPETS[kind].format(checkpoint=checkpoint, **head(task))


@cached
def lines() -> list[dict]:
    """Return the lines: models no larger than BERT-base with a score, as scored and in 8 bits.

    A model counts that has no more weights than BERT-base or computes no more. ``size`` [MiB],
    ``parameters`` [millions], ``operations`` [1e9 at 128 tokens] and ``factor``, how many times
    smaller than BERT-base it is stored, are missing (None) where not known; ``slow`` tells that it
    is no faster than BERT-base; ``scores`` by task, ``times`` by device and tokens, ``get`` by task
    (or for any) what it takes; ``words`` are what to know. Shared, so do not change it.
    """
    costs, known, scored, found = best.costs(), _known(), _scores(), []
    for name in sorted({name for rows in scored.values() for name in rows}):
        cost = costs.loc[name] if name in costs.index else pd.Series(dtype=float)
        technique, key = known.loc[name] if name in known.index else ("none", "")
        if re.fullmatch(INT8, name) or not _fits(cost, technique):
            continue
        got = _get(name, key, technique, cost)
        own = {task: rows[name] for task, rows in scored.items() if name in rows}
        found.append(_line(name, technique, cost, 32) | {"scores": own, "get": got})
        released = any(each["checkpoint"] for each in got.values())
        dense = not {*ALTERED} & {*technique.split("+")}
        if released and dense and pd.notna(cost["megabytes_8"]):
            cost = cost.copy()
            cost["megabytes"] = cost["megabytes_8"]
            own = {task: _in_8_bits(name, task, each) for task, each in own.items()}
            spoiled = _needs().query("model == @name and start == '8 bits'")["condition"]
            last = {task: [each["last"], *spoiled] for task, each in got.items()}
            got = {task: got[task] | {"last": "; ".join(filter(None, last[task]))} for task in got}
            found.append(_line(name, technique, cost, 8) | {"scores": own, "get": got})
    return found


def _known() -> pd.DataFrame:
    """Return technique and key of each model, by its name."""
    known = compare.models().drop_duplicates("model").set_index("model")
    return known[["technique", "model_key"]].astype(object).fillna("")


def _fits(cost: pd.Series, technique: str) -> bool:
    """Tell whether a model is no larger than BERT-base, as far as somebody says."""
    known = [cost.get(name, np.nan) for name in ("parameters", "operations")]
    if np.isnan(known).all():
        return technique != "none"
    most = 1.001 * best.costs().loc[WHOLE, ["parameters", "operations"]]
    return bool((np.array(known) <= most).any())


def _line(name: str, technique: str, cost: pd.Series, bits: int) -> dict:
    """Return a line without what depends on the task; `cost` is of its precision."""
    key, whole = sources.models()["id"].get(name, ""), best.costs().loc[WHOLE]
    size, operations = cost.get("megabytes"), cost.get("operations", np.nan)
    parts = technique.split("+")
    eight = bits == 8 or "quantization" in parts
    shaped = pd.notna(operations) and (not eight or bits == 8 or _bits(cost) >= 7.5)
    timed = device_times.of(name, bits=8 if eight else 32, shaped=shaped)
    base = device_times.of(WHOLE, bits=32)
    faster = any(timed[at][0] < 0.95 * base[at][0] for at in timed if at in base)
    slow = bool(operations >= 0.98 * whole["operations"]) and not faster
    words = [f"no faster than BERT-base: {operations / 1e9:.3g} G operations"] if slow else []
    counted = pd.notna(cost.get("megabytes_32")) and (bits == 8 or not {*ALTERED} & {*parts})
    source = "leaves out zeros" if "pruning" in parts else "is as works print it"
    words += [] if counted or pd.isna(size) else [f"its size {source}"]
    words += device_times.throughput(name, bits=bits)
    names = vocabulary.names("techniques")
    return {
        "id": slug(name) + ("-8-bits" if bits == 8 else ""),
        "model": name + (" in 8 bits" if bits == 8 else ""),
        "page": f"models/{key}.html" if key in compare.described() else "",
        "technique": " + ".join(names[each] for each in parts),
        "bits": bits,
        "size": _number(size),
        "parameters": _number(cost.get("parameters"), 1e6),
        "operations": _number(operations, 1e9),
        "factor": _number(whole["megabytes"] / size if size else None),
        "slow": slow,
        "times": timed,
        "words": words,
    }


def _number(value: float | None, unit: float = 1.0) -> float | None:
    return None if value is None or pd.isna(value) else float(f"{value / unit:.3g}")


def _bits(cost: pd.Series) -> float:
    """Return the bits of a stored weight."""
    return 8 * cost.get("megabytes", np.nan) * 2**20 / cost.get("parameters", np.nan)


@cached
def _scores() -> dict[str, dict[str, dict]]:
    """Return the score of each model on each task, of the set with most reports that has it.

    ``kept`` is the share of BERT-base's on the same set [%], ``half`` that of the interval of 95 %
    [points].
    """
    return {task: dict(_of_sets(_sets(compare.SCORES[task]))) for task in TASKS}


def _sets(tasks: tuple[str, ...]) -> list[tuple[str, pd.DataFrame, float]]:
    """Return the sets of some tasks with their scores and BERT-base's, by number of models.

    After them come the same sets with the scores that works only repeat from elsewhere.
    """
    known = set(uncertainty.reports()[["task", "split"]].itertuples(index=False, name=None))
    pairs = [(task, split) for task in tasks for split in ("dev", "test") if (task, split) in known]
    names, measured, repeated = vocabulary.names("tasks"), [], []
    for task, split in pairs:
        rows, words = best.scored(task, split), f"{names[task]}, {split}"
        base = rows["score"].get(WHOLE, np.nan)
        lent = uncertainty.lent(task, split, rows["metric"].iloc[0])
        measured.append((words, rows, base))
        repeated.append((words, lent.assign(reports=0, half_width=np.nan), base))
    measured.sort(key=lambda each: -len(each[1]))
    return measured + repeated


def _of_sets(sets: list[tuple[str, pd.DataFrame, float]]) -> Iterator[tuple[str, dict]]:
    """Yield each model with its score on the first of the sets that has one."""
    seen = set()
    for words, rows, base in sets:
        for row in rows.itertuples():
            if row.Index in seen:
                continue
            seen.add(row.Index)
            cautions = [survey.cautions().get((row.Index, row.task), "")]
            if not row.reports:
                cautions.append(f"{bibliography.short(row.source)} only repeats its score")
            kept = None if np.isnan(base) else round(100 * row.score / base, 1)
            own = {"score": round(row.score, 2), "kept": kept}
            yield (
                row.Index,
                own
                | {
                    "highest": own,
                    "half": None if np.isnan(row.half_width) else round(row.half_width, 1),
                    "set": words,
                    "estimated": False,
                    "works": int(row.reports),
                    "metric": row.metric,
                    "card": exhibits.card(row.id) if row.reports < 2 else "",
                    "caution": "; ".join(filter(None, cautions)),
                },
            )


@cached
def _losses() -> pd.DataFrame:
    """Return what models lost in 8 bits, by `RECIPE` first: of, task, how, before, score, lost."""
    pairs = compare.quantized()
    pairs = pairs[pairs["bits"].eq(8)]
    how = (pairs["runtime"] + ", " + pairs["ranges"]).str.removeprefix(", ")
    of = pairs["model"].str.extract(f"^{INT8}$")[0]
    pairs = pairs.assign(of=of, how=how, lost=pairs["before"] - pairs["score"])
    order = pairs["how"].ne(RECIPE).sort_values(kind="stable").index
    return pairs.loc[order]


def _in_8_bits(name: str, task: str, whole: dict) -> dict:
    """Return the score of a model in 8 bits: less what it lost itself, or what others lost.

    What it lost itself counts if it is of the same metric, or of a task that has only one.
    """
    losses, unnamed = _losses(), [whole["metric"], *["score"] * (task not in SEVERAL)]
    own = losses[losses["of"].eq(name) & losses["task"].isin(compare.SCORES[task])]
    own = own[own["metric"].isin(unnamed)]
    scale = 1 if whole["kept"] is None else whole["kept"] / whole["score"]
    if len(own):
        pair, words = own.iloc[0], "{score:g} after {before:g} in 32 bits: {how}"
        lost, words, card = [pair["lost"]] * 2, words.format(**pair), exhibits.card(pair["id"])
    else:
        lost = _recipe().quantile(SHARES[:2]).tolist()
        words, card = "", whole["card"]
    scores = [round(whole["score"] - each, 2) for each in lost]
    kept = [None if whole["kept"] is None else round(each * scale, 1) for each in scores]
    new = {"score": scores[1], "kept": kept[1], "estimated": not len(own)}
    new |= {"highest": {"score": scores[0], "kept": kept[0]}, "words": words, "card": card}
    return whole | new


def _recipe() -> pd.Series:
    return _losses().query("how == @RECIPE")["lost"]


def recipe() -> str:
    """Return in words what models lost in 8 bits by the recipe of an estimate."""
    lost = _recipe()
    low, middle, high = lost.quantile(SHARES)
    return (
        f"{middle:.1f} points, the median loss of {len(lost)} scores with {RECIPE} quantization "
        f"(nine in ten between {low:.1f} and {high:.1f})"
    )


def needs() -> pd.DataFrame:
    """Return what techniques, works and models ask for, as a table for a page."""
    frame = _needs()
    return pd.DataFrame(
        {
            "Technique": frame["technique"].map(vocabulary.names("techniques")),
            "Models": frame["model"].mask(frame["model"].eq(""), frame["source"].map(_work)),
            "You would have to": frame["needs"].str.replace("+", ", "),
            "And it": frame["condition"],
            "Why": frame["reason"],
            "After": frame["cites"].map(bibliography.short),
        }
    ).sort_values("Technique", kind="stable", ignore_index=True)


def _work(key: str) -> str:
    return f"all of {bibliography.short(sources.describe(key)['cites'])}" if key else "any"


@cached
def _needs() -> pd.DataFrame:
    """Return the lines of the survey, the most special last."""
    frame = survey.gather("needs")
    special = frame["source"].ne("") + 2 * frame["model"].ne("")
    return frame.loc[special.sort_values(kind="stable").index].reset_index(drop=True)


def _get(name: str, key: str, technique: str, cost: pd.Series) -> dict[str, dict]:
    """Return what a model takes, for any task ("") and where a task has weights of its own.

    ``needs`` are abilities of the reader; ``last`` says why it comes last, or nothing.
    """
    own = _sources().get(name, ())
    released = survey.gather("checkpoints")
    released = released[released["model"].eq(key) & released["kind"].ne("embeddings")]
    lines = _needs()
    fit = lines["source"].isin(["", *own]) & lines["model"].isin(["", name])
    parts = lines["technique"].isin(technique.split("+"))
    made = lines[fit & parts & lines["start"].eq("")]
    special = made[made["source"].ne("") | made["model"].ne("")]
    made = special if len(special) else made
    asked = [each for cell in made["needs"] for each in cell.split("+")] or ["finetune"]
    fine = made["technique"].eq("quantization") & made["source"].eq("") & bool(_bits(cost) >= 7.5)
    condition = "; ".join(filter(None, dict.fromkeys(made.loc[~fine, "condition"])))
    nothing = {"needs": list(dict.fromkeys(asked)), "checkpoint": "", "license": "", "note": ""}
    nothing |= {
        "url": "",
        "hub": False,
        "last": "; ".join(filter(None, ["no place to get its weights is known here", condition])),
    }
    found = {"": nothing}
    start = lines[lines["model"].eq(name) & lines["start"].eq("checkpoint")]["needs"]
    for each in released.itertuples():
        tuned = each.kind == "fine-tuned"
        tasks = _tasks_of(each.task) if tuned else [""]
        wants = [] if tuned else [*start, "finetune"][0].split("+")
        hub = "://" not in each.checkpoint
        mine = {
            "needs": wants,
            "checkpoint": each.checkpoint,
            "url": survey.checkpoint_url(each.checkpoint),
            "license": each.license or "not stated",
            "kind": each.kind,
            "note": each.note,
            "last": condition,
            "hub": hub,
        }
        for task in tasks:
            last = found.get(task)
            if not last or not last["checkpoint"] or (hub and not last["hub"]):
                found[task] = mine
    return found


@cached
def _sources() -> dict[str, list[str]]:
    """Return the works that have a model, by its name."""
    return compare.models().groupby("model")["source"].agg(list).to_dict()


def _tasks_of(task: str) -> list[str]:
    """Return the tasks to choose from that weights fine-tuned on a task are ready for."""
    if task == "glue":
        return [name for name in TASKS if name != "squad"]
    return [name for name, own in compare.SCORES.items() if task in own]
