"""Models as one can use them, a line for each model and precision: the table that answers filter.

Every number and word of an answer is computed here; the page's script compares, joins and sorts.
"""

import re
from collections.abc import Iterator

import numpy as np
import pandas as pd

from smallbert import compare
from smallbert.compare import best, device_times, laws, uncertainty
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

FAST = 0.9
"""Up to which share of BERT-base's time a model counts as faster; of its operations, `FEWER`.

Networks that compute the same differ by less: RoBERTa-base from BERT-base by its words alone.
"""

FEWER = 0.98

SIZED = {
    "": "is counted from its shape and bits",
    "parameters": "is derived from printed weights",
    "compression-factor": "is derived from a printed compression",
    "size-with-embeddings": "is derived from a printed compression",
}
"""What a size that no work prints is derived from: the metric of the number behind it."""


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

    A model counts that has no more weights than BERT-base or computes no more, and one that was
    compressed and of which neither is known. ``size`` [MiB], ``parameters`` [millions],
    ``operations`` [1e9 at 128 tokens] and ``factor``, how many times smaller than BERT-base it is
    stored, are missing (None) where not known; ``slow`` tells that it is no faster than BERT-base,
    None where nobody knows; ``scores`` by task, ``times`` by device and tokens, ``get`` by task
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
    share = operations / whole["operations"]
    timed = device_times.of(name, bits=8 if eight else 32, shaped=shaped, operations=share)
    times = _shares(timed) + (_printed_shares().get(name, []) if bits == 32 else [])
    slow = _slow(times, share)
    words = _speed_words(slow, times, operations)
    counted = pd.notna(cost.get("megabytes_32")) and (bits == 8 or not {*ALTERED} & {*parts})
    words += [] if counted or pd.isna(size) else _size_words(name, parts)
    if pd.isna([operations, cost.get("parameters", np.nan)]).all():
        words += ["whether it is smaller than BERT-base is not known here"]
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


def _shares(timed: dict[str, tuple[float, str, str]]) -> list[float]:
    """Return times as shares of BERT-base's."""
    base = device_times.of(WHOLE, bits=32)
    return [timed[at][0] / base[at][0] for at in timed if at in base]


@cached
def _printed_shares() -> dict[str, list[float]]:
    """Return the time of models as shares of BERT-base's, by the speedups over it of any device."""
    lines, found = compare.models(), {}
    for on in ("_gpu", "_cpu", "_phone", ""):
        own = lines[lines[f"speedup{on}_baseline"].eq(WHOLE) & lines[f"speedup{on}"].notna()]
        for name, times in zip(own["model"], own[f"speedup{on}"], strict=True):
            found.setdefault(name, []).append(1 / times)
    return found


def _slow(times: list[float], operations: float) -> bool | None:
    """Tell whether a model is no faster than BERT-base and computes no less; None if nothing tells.

    `times` and `operations` (NaN where not known) are shares of BERT-base's.
    """
    if any(share < FAST for share in times) or operations < FEWER:
        return False
    return True if times or not np.isnan(operations) else None


def _speed_words(slow: bool | None, times: list[float], operations: float) -> list[str]:
    """Return in words that a model is no faster than BERT-base, and why, or that nobody knows."""
    if slow is None:
        return ["whether it is faster than BERT-base is not known here"]
    why = f"{operations / 1e9:.3g} G operations"
    if np.isnan(operations):
        why = f"{1 / min(times, default=1):.3g} times as fast"
    return [f"no faster than BERT-base: {why}"] if slow else []


def _size_words(name: str, parts: list[str]) -> list[str]:
    """Return in words where a size comes from that is not counted from the shape alone."""
    lines = compare.models()
    lines = lines[lines["model"].eq(name) & lines["megabytes"].notna()]
    words = []
    for origin, id in zip(lines["megabytes_origin"], lines["megabytes_id"], strict=True):
        if origin == "derived":
            words.append(SIZED[id.rpartition("/")[2]])
        else:
            words.append(
                "is read from a figure" if origin == "digitised" else "is as works print it"
            )
    words = list(dict.fromkeys(words))
    told = words[0] if len(words) == 1 else f"is the median of several: it {'; it '.join(words)}"
    derived = "pruning" in parts and "derived" in set(lines["megabytes_origin"])
    return [f"its size {told}" + ", without zeros" * derived]


def _number(value: float | None, unit: float = 1.0) -> float | None:
    return None if value is None or pd.isna(value) else float(f"{value / unit:.3g}")


def _bits(cost: pd.Series) -> float:
    """Return the bits of a stored weight."""
    return 8 * cost.get("megabytes", np.nan) * 2**20 / cost.get("parameters", np.nan)


@cached
def _scores() -> dict[str, dict[str, dict]]:
    """Return the score of each model on each task, of the set with most reports that has it.

    ``kept`` is the share of BERT-base's on the same set [%], ``half`` that of the interval of 95 %
    [points]; ``set`` says in words on what set, ``examples`` names it: scores on the same may tie.
    """
    return {task: dict(_of_sets(_sets(compare.SCORES[task]))) for task in TASKS}


def _sets(tasks: tuple[str, ...]) -> list[tuple[str, pd.DataFrame, float]]:
    """Return the sets of some tasks with their scores and BERT-base's, by number of models.

    After them come the same sets with the scores that works only repeat from elsewhere.
    """
    known = set(uncertainty.reports()[["task", "split"]].itertuples(index=False, name=None))
    pairs = [(task, split) for task in tasks for split in ("dev", "test") if (task, split) in known]
    measured, repeated = [], []
    for task, split in pairs:
        rows, name = best.scored(task, split), f"{task}, {split}"
        base = rows["score"].get(WHOLE, np.nan)
        lent = uncertainty.lent(task, split, rows["metric"].iloc[0])
        measured.append((name, rows, base))
        repeated.append((name, lent.assign(reports=0, half_width=np.nan), base))
    measured.sort(key=lambda each: -len(each[1]))
    return measured + repeated


def _of_sets(sets: list[tuple[str, pd.DataFrame, float]]) -> Iterator[tuple[str, dict]]:
    """Yield each model with its score on the first of the sets that has one."""
    seen = set()
    for name, rows, base in sets:
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
                    "half": None if np.isnan(row.half_width) else round(row.half_width, 1),
                    "set": f"{compare.task_words(row.stated_task)}, {row.split}",
                    "examples": name,
                    "estimated": False,
                    "works": int(row.reports),
                    "metric": row.metric,
                    "card": exhibits.card(row.id) if row.reports < 2 else "",
                    "caution": "; ".join(filter(None, cautions)),
                },
            )


@cached
def _losses() -> pd.DataFrame:
    """Return what models lost in 8 bits themselves: of, task, metric, how, before, score, lost."""
    pairs = compare.quantized()
    pairs = pairs[pairs["bits"].eq(8)].sort_values(
        "ranges", key=lambda ranges: ranges.ne("dynamic"), kind="stable"
    )  # dynamic first: it needs neither training nor data
    how = (pairs["runtime"] + ", " + pairs["ranges"]).str.removeprefix(", ")
    of = pairs["model"].str.extract(f"^{INT8}$")[0]
    return pairs.assign(of=of, how=how, lost=pairs["before"] - pairs["score"])


@cached
def _law() -> laws.Law:
    """Return what 8 bits cost in per cent of the score, over all tasks and laboratories."""
    known = laws.checkpoints().query("law == @laws.EIGHT")
    return laws.fit(known["lost"], known["laboratory"])


@cached
def _unmeasured() -> dict[str, str]:
    """Return the family of each model of the survey of whose family none was measured in 8 bits."""
    families = sources.models()["family"]
    return families[~families.isin(families.reindex(_losses()["of"].unique()).dropna())].to_dict()


def _in_8_bits(name: str, task: str, whole: dict) -> dict:
    """Return the score of a model in 8 bits: less what it lost itself, or what others lost.

    What it lost itself counts if it is of the same metric, or of a task that has only one. An
    estimate moves with the score in 32 bits: its error is that score's and, by the law, one more
    model's.
    """
    losses, unnamed = _losses(), [whole["metric"], *["score"] * (task not in SEVERAL)]
    own = losses[losses["of"].eq(name) & losses["task"].isin(compare.SCORES[task])]
    own = own[own["metric"].isin(unnamed)]
    new = {"estimated": not len(own), "words": "", "half": whole["half"], "card": whole["card"]}
    if len(own):
        pair, words = own.iloc[0], "{score:g} after {before:g} in 32 bits: {how}"
        lost = pair["lost"]
        new |= {"words": words.format(**pair), "card": exhibits.card(pair["id"])}
    else:
        lost, off = (
            each * whole["score"] / 100 for each in (_law().estimate, _law().half(model=True))
        )
        if name in _unmeasured():
            new["words"] = f"no {_unmeasured()[name]} was measured in 8 bits"
        if whole["half"] is not None:
            new["half"] = round(float(np.hypot(whole["half"], off)), 1)
    score = round(whole["score"] - lost, 2)
    kept = None if whole["kept"] is None else round(score * whole["kept"] / whole["score"], 1)
    return whole | new | {"score": score, "kept": kept}


def recipe() -> str:
    """Return in words what a score in 8 bits is estimated to lose."""
    law = _law()
    low, high = (law.estimate + sign * law.half(model=True) for sign in (-1, 1))
    return (
        f"{law.estimate:.1f} % of it, the mean of {law.laboratories} laboratories over "
        f"{law.checkpoints} networks (one more network: {low:.1f} to {high:.1f} %)"
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
    released = survey.downloads()
    released = released[released["model"].eq(key) & released["kind"].ne("embeddings")]
    lines = _needs()
    fit = lines["source"].isin(["", *own]) & lines["model"].isin(["", name])
    parts = lines["technique"].isin(technique.split("+"))
    made = lines[fit & parts & lines["start"].eq("")]
    special = made[made["source"].ne("") | made["model"].ne("")]
    made = special if len(special) else made
    asked = [each for cell in made["needs"] for each in cell.split("+")] or ["finetune"]
    few = made["technique"].eq("quantization") & made["source"].eq("")  # it asks for few bits
    bits = _bits(cost)
    said = made["condition"]
    if np.isnan(bits):
        said = said.mask(few & said.ne(""), "its bits are not known: perhaps it " + said)
    condition = "; ".join(filter(None, dict.fromkeys(said[~(few & (bits >= 7.5))])))
    nothing = {"needs": list(dict.fromkeys(asked)), "checkpoint": "", "license": "", "note": ""}
    nothing |= {
        "url": "",
        "hub": False,
        "last": "; ".join(filter(None, [survey.NO_WEIGHTS, condition])),
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
            "license": survey.NO_LICENSE.get(each.license, each.license),
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
