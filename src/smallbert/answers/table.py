"""Models as one can use them, a line for each model and precision: the table that answers filter.

Every number and word of an answer is computed here; the rule compares and sorts.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

import numpy as np
import pandas as pd
from scipy import special

from smallbert import compare
from smallbert.answers.records import Line, Score, Source, Time
from smallbert.answers.tasks import TASKS, by_one_work, pool
from smallbert.compare import best, device_times, laws, uncertainty
from smallbert.compare.device_times import WHOLE
from smallbert.data import addresses, bibliography, sources, survey, vocabulary
from smallbert.memo import cached

SNIPPETS = {
    "to fine-tune": """\
from transformers import {auto}, AutoTokenizer
tokenizer = AutoTokenizer.from_pretrained("{checkpoint}")
model = {auto}.from_pretrained("{checkpoint}"{labels})""",
    "fine-tuned": """\
from transformers import pipeline
model = pipeline("{pipeline}", model="{checkpoint}")""",
    "embeddings": """\
from sentence_transformers import SentenceTransformer
model = SentenceTransformer("{checkpoint}")
vectors = model.encode(["A first text.", "A second one."])""",
}
"""How to load a checkpoint, by its kind; what is in braces is of `head`."""

SEVERAL = ("squad", "squad-2", "mrpc", "qqp", "sts-b")
"""The tasks with several metrics, on which a loss in no named metric tells nothing."""

INT8 = r"(.*) in 8 bits(?:, .*)?"
"""How the survey names a finished model that a library stores in 8 bits."""

ALTERED = ("quantization", "pruning")
"""The techniques that leave a shape and change what is stored."""

AT = "cpu/128"
"""Whose times are said first: of one text of 128 tokens on this book's CPU."""

SLOW = 2.0
"""How many times its share of BERT-base's weights a model's share of the time is, if it is slow."""

REPEATED = np.sqrt(2)
"""By what a score that works only repeat is less sure: nobody says which laboratory ran it and how,
so that what laboratories and runs do to a score counts twice."""

CAUTIONED = 2.0
"""By what a caution makes a score less sure: a model that was distilled on the task itself has a
lead that it may lose on another, so that its interval counts twice."""

COSTS = ("parameters", "megabytes", "operations", "milliseconds")
"""What a point costs."""

SIZED = {
    "": "is counted from its shape and bits",
    "parameters": "is derived from printed weights",
    "compression-factor": "is derived from a printed compression",
    "size-with-embeddings": "is derived from a printed compression",
}
"""What a size that no work prints is derived from: the metric of the number behind it."""


HEADS = {
    "squad": ("QuestionAnswering", "question-answering"),
    "reading": ("QuestionAnswering", "question-answering"),
    "names": ("TokenClassification", "token-classification"),
    "embeddings": ("FeatureExtraction", "feature-extraction"),
}
"""By kind of task, where it does not classify texts: the model's head, and its pipeline."""

LABELS = {"mnli": 3, "sts-b": 1, "names": 9}
LABELS |= {"sentiment": 3, "sentiment/dutch": 2, "sentiment/french": 2}
"""How many labels a task has, where it is not two."""


def head(task: str) -> dict[str, str]:
    """Return what a snippet loads for a task: head, its labels, pipeline."""
    kind = task.partition("/")[0].partition("-")[0]
    name, pipeline = HEADS.get(kind, ("SequenceClassification", "text-classification"))
    auto = "AutoModel" + f"For{name}" * (kind != "embeddings")
    labels = LABELS.get(task, LABELS.get(kind, 0 if kind in HEADS else 2))
    labels = f", num_labels={labels}" if labels else ""
    return {"head": name, "auto": auto, "labels": labels, "pipeline": pipeline}


def snippet(kind: str, checkpoint: str, task: str) -> str:
    """Return how to load a checkpoint of a kind for a task, as Python."""
    return SNIPPETS[kind].format(checkpoint=checkpoint, **head(task))


def call(source: Source, task: str) -> str:
    """Return what loads a checkpoint of the Hub for a task, as one expression of Python."""
    code = snippet(source.kind, source.checkpoint, task)
    return code.partition("model = ")[2].partition("\n")[0]


@cached
def lines(*, level: float = uncertainty.LEVEL, rho: float = uncertainty.RHO) -> list[Line]:
    """Return the lines: models no larger than BERT-base with a score, as scored and in 8 bits.

    A model counts that has no more weights than BERT-base or computes no more, and one that was
    compressed and of which neither is known; on tasks that one work alone scores, all that
    `smallbert.answers.tasks.by_one_work` has. The intervals of scores are of a `level`, and of two
    scores on the same examples the errors correlate by `rho`. Shared, so do not change it.
    """
    several, found, known = _of_several(), [], _known()
    for name in [*sorted(several), *sorted(_weights_alone().keys() - several)]:
        cost = _cost(name)
        technique, key = known.loc[name] if name in known.index else ("none", "")
        places = _get(name, key, technique, cost)
        found.append(_line(name, technique, cost, 32, places))
        released = any(each.checkpoint for each in places.values())
        if released and _dense(technique) and pd.notna(cost["megabytes_8"]):
            cost = cost.copy()
            cost["megabytes"] = cost["megabytes_8"]
            spoiled = _needs().query("model == @name and start == '8 bits'")["condition"]
            for task, each in places.items():
                mark = "; ".join(filter(None, [each.mark, *spoiled]))
                places[task] = replace(each, mark=mark)
            found.append(_line(name, technique, cost, 8, places))
    scores = {task: _scores(task, found, level, rho) for task in TASKS}
    own = [
        {task: each[line.model] for task, each in scores.items() if line.model in each}
        for line in found
    ]
    return [replace(line, scores=each) for line, each in zip(found, own, strict=True)]


@cached
def _of_several() -> set[str]:
    """Return the models of the tasks that several works score, none larger than BERT-base."""
    names = set().union(*(_reported(task).index for task in TASKS if not TASKS[task].alone))
    known = _known()["technique"].to_dict()
    names = {name for name in names if not re.fullmatch(INT8, name)}
    return {name for name in names if _fits(_cost(name), known.get(name, "none"))}


@cached
def _weights_alone() -> dict[str, float]:
    """Return the weights [millions] of the models of tasks that one work alone scores."""
    tables = [_reported(task)["parameters"] for task in TASKS if TASKS[task].alone]
    return pd.concat(tables).groupby(level=0).first().to_dict()


@cached
def _cost(name: str) -> pd.Series:
    """Return what is known of a model's costs, as `smallbert.compare.best.costs` has it.

    Where no shape tells the bytes, they are those of its printed weights.
    """
    cost = best.costs().reindex([name]).iloc[0].copy()
    if np.isnan(cost["parameters"]) and name in _weights_alone():
        cost["parameters"] = 1e6 * _weights_alone()[name]
    if np.isnan(cost["megabytes"]) and name in _weights_alone():
        cost["megabytes"], cost["megabytes_8"] = (cost["parameters"] * n / 2**20 for n in (4, 1))
    return cost


def points(task: str, lines: Sequence[Line]) -> pd.DataFrame:
    """Return the lines with a score on a task, one row each, to be drawn against what they cost.

    ``of`` is the model of a line in either precision, ``id`` of its first score in 32 bits;
    ``score`` and ``half_width`` [%], whether weights are ``released``, parameters [millions],
    megabytes [MiB], operations [1e9], and ``milliseconds`` of 128 tokens on this book's CPU.
    """
    ids, rows = _reported(task)["id"], []
    for line in [line for line in lines if task in line.scores]:
        score, time = line.scores[task], line.times.get(f"{device_times.OWN}/128")
        rows.append(
            {
                "model": line.model,
                "of": line.of,
                "bits": line.bits,
                "id": ids.get(line.model, ""),
                "score": score.value,
                "half_width": round(score.value - score.low, 2),
                "score_is": score.how,
                "released": any(each.checkpoint for each in line.sources.values()),
                "parameters": line.parameters,
                "megabytes": line.size,
                "operations": line.operations,
                "milliseconds": time.ms if time else None,
            }
        )
    return pd.DataFrame(rows).astype({name: float for name in COSTS})


def _dense(technique: str) -> bool:
    """Tell whether a technique leaves all weights, in 32 bits."""
    return not {*ALTERED} & {*technique.split("+")}


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


def _line(name: str, technique: str, cost: pd.Series, bits: int, places: dict) -> Line:
    """Return a line without its scores; `cost` is of its precision."""
    key, whole = sources.survey_models()["id"].get(name, ""), best.costs().loc[WHOLE]
    size, operations = cost.get("megabytes"), cost.get("operations", np.nan)
    weights, parts = cost.get("parameters", np.nan), technique.split("+")
    eight = bits == 8 or "quantization" in parts
    shaped = pd.notna(operations) and (not eight or bits == 8 or _bits(cost) >= 7.5)
    share = operations / whole["operations"]
    timed = device_times.of(name, bits=8 if eight else 32, shaped=shaped, operations=share)
    times = _shares(timed) + (_printed_shares().get(name, []) if bits == 32 else [])
    share = min(times, default=share)
    words = ["whether it is faster than BERT-base is not known here"] * bool(np.isnan(share))
    counted = pd.notna(cost.get("megabytes_32")) and (bits == 8 or _dense(technique))
    words += [] if counted or pd.isna(size) else _size_words(name, parts)
    if pd.isna([operations, weights]).all():
        words.append("whether it is smaller than BERT-base is not known here")
    words += device_times.throughput(name, bits=bits)
    slow = share > SLOW * weights / whole["parameters"]
    told = next(iter(_shares({at: timed[at] for at in timed if at == AT})), share)
    return Line(
        model=name + (" in 8 bits" if bits == 8 else ""),
        of=name,
        precision="" if eight else "in 32 bits",
        bits=bits,
        page=f"models/{key}.html" if key in compare.described() else "",
        technique=" + ".join(vocabulary.names("techniques")[each] for each in parts),
        size=_number(size),
        parameters=_number(weights, 1e6),
        operations=_number(operations, 1e9),
        factor=_number(whole["megabytes"] / size if size else None),
        mark=f"slow for its size: {told:.0%} of BERT-base's time".replace("%", " %")
        if slow
        else "",
        words=words,
        times={at: Time(*known) for at, known in timed.items()},
        scores={},
        sources=dict(places),
    )


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
    words = words or [SIZED["parameters"]]
    told = words[0] if len(words) == 1 else f"is the median of several: it {'; it '.join(words)}"
    derived = "pruning" in parts and "derived" in set(lines["megabytes_origin"])
    return [f"its size {told}" + ", without zeros" * derived]


def _number(value: float | None, unit: float = 1.0) -> float | None:
    return None if value is None or pd.isna(value) else float(f"{value / unit:.3g}")


def _bits(cost: pd.Series) -> float:
    """Return the bits of a stored weight."""
    return 8 * cost.get("megabytes", np.nan) * 2**20 / cost.get("parameters", np.nan)


@cached
def _reported(task: str) -> pd.DataFrame:
    """Return each model's score on a task by its metric, of the set with most models that has it.

    After the sets come the scores there that works only repeat. With the parts of its error as
    `smallbert.compare.scored` has them, and ``base``, BERT-base's score on the same set.
    """
    if TASKS[task].alone:
        return by_one_work(task)
    sets, metric = TASKS[task].sets, TASKS[task].metric
    known = set(uncertainty.reports()[["task", "split"]].itertuples(index=False, name=None))
    measured, repeated = [], []
    for of, split in [(of, split) for of in sets for split in ("dev", "test")]:
        if (of, split) not in known:
            continue
        rows = best.scored(of, split, metric=metric)
        base = rows["score"].get(WHOLE, np.nan)
        measured.append(rows.assign(how="measured", base=base))
        lent = _lent(of, split, metric)
        repeated.append(lent.assign(how="repeated", base=base, reports=0))
    measured.sort(key=len, reverse=True)
    table = pd.concat([*measured, *repeated])
    table = table[~table.index.duplicated()].drop(columns="half_width")
    cautions = [
        survey.cautions().get(each, "") for each in zip(table.index, table["task"], strict=True)
    ]
    parts = ["sampling", "laboratory", "rest"]
    table[parts] = table[parts].mul(np.where(np.array(cautions) == "", 1, CAUTIONED), axis=0)
    words = table["stated_task"].map(compare.task_words) + ", " + table["split"]
    card = table["id"].map(addresses.card)
    return table.assign(caution=cautions, words="", set=words, card=card)


def _lent(task: str, split: str, metric: str) -> pd.DataFrame:
    """Return the scores that works only repeat, with an error wider by what is not said of them."""
    lent = uncertainty.lent(task, split, metric)
    printed = {"half_width": 0.0, "sd": np.nan, "n": np.nan, "origin": "printed"}
    parts = uncertainty.add(lent.assign(**printed, original="", measured_by=""))
    wide = {name: parts[name] * REPEATED for name in ("laboratory", "rest")}
    known = parts[["sampling", "spread_df"]]
    return lent.assign(**wide, **known, measured_by_laboratory="", half_width=np.nan)


def _scores(task: str, found: list[Line], level: float, rho: float) -> dict[str, Score]:
    """Return the scores of lines on a task, by their names."""
    table, rows = _reported(task), {}
    for line in found:
        if line.of in table.index and (TASKS[task].alone or line.of in _of_several()):
            whole = table.loc[line.of]
            rows[line.model] = _in_8_bits(line.of, task, whole) if line.bits == 8 else whole
    table = pd.DataFrame(rows.values(), index=list(rows))
    better, places = best.beaten(table, level=level, rho=rho), _places(found)
    masks = [sum(places[name] for name in own.index[own]) for _, own in better.iterrows()]
    half = best.half_widths(table, level=level)
    table = table.assign(half=half, beaten=[f"{mask:x}" for mask in masks])
    return {row.Index: _score(row) for row in table.itertuples()}


def _places(found: list[Line]) -> dict[str, int]:
    """Return the bit that stands for the place of each line, by its name."""
    return {line.model: 1 << at for at, line in enumerate(found)}


def _score(row) -> Score:
    """Return a score with its interval, from its line of `_reported`."""
    share, low = 100 / row.base, row.score - row.half
    works, known = int(row.reports), row.base == row.base
    repeated = f"{bibliography.short(row.source)} only repeats its score"
    return Score(
        says=f"{device_times.SIGN * (row.how == 'estimated')}{row.score:.1f} ± {row.half:.1f}",
        value=round(float(row.score), 2),
        low=round(float(low), 2),
        kept=round(float(row.score * share), 1) if known else None,
        kept_low=round(float(low * share), 1) if known else None,
        beaten=row.beaten,
        how=row.how,
        set=row.set,
        works=works,
        card=row.card if works < 2 else "",
        words="; ".join(filter(None, [row.words, "" if works else repeated])),
        caution=row.caution,
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
    families = sources.survey_models()["family"]
    return families[~families.isin(families.reindex(_losses()["of"].unique()).dropna())].to_dict()


def _in_8_bits(name: str, task: str, whole: pd.Series) -> pd.Series:
    """Return the score of a model in 8 bits: less what it lost itself, or what others lost.

    What it lost itself counts if it is of the same metric, or of a task that has only one. An
    estimate has the error of the score in 32 bits and, by the law, one more model's.
    """
    unnamed = [TASKS[task].metric, *["score"] * (task not in SEVERAL)]
    own = _losses()
    own = own[own["of"].eq(name) & own["task"].isin(TASKS[task].sets) & own["metric"].isin(unnamed)]
    new = whole.copy()
    if len(own):
        pair, words = own.iloc[0], "{score:g} after {before:g} in 32 bits: {how}"
        new["score"] -= pair["lost"]
        new["words"], new["card"] = words.format(**pair), addresses.card(pair["id"])
        return new
    share = whole["score"] / 100
    off = _law().half(model=True) / special.ndtri((1 + uncertainty.LEVEL) / 2)
    new["score"] -= _law().estimate * share
    new["rest"] = np.hypot(whole["rest"], off * share)
    new["how"] = "estimated"
    new["words"] = (
        f"no {_unmeasured()[name]} was measured in 8 bits" if name in _unmeasured() else ""
    )
    return new


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
    return f"all of {bibliography.short(sources.work(key).cites)}" if key else "any"


@cached
def _needs() -> pd.DataFrame:
    """Return the lines of the survey, the most special last."""
    frame = survey.gather("needs")
    special = frame["source"].ne("") + 2 * frame["model"].ne("")
    return frame.loc[special.sort_values(kind="stable").index].reset_index(drop=True)


def _get(name: str, key: str, technique: str, cost: pd.Series) -> dict[str, Source]:
    """Return where a model's weights are, for any task (""), and where a task has its own.

    A kind of task, as ``embeddings``, stands for all of it.
    """
    own = _sources().get(name, ())
    released = survey.downloads()
    released = released[released["model"].eq(key)]
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
    asked = list(dict.fromkeys(asked))
    found = {"": Source("", "", "", False, "", "", asked, mark=condition)}
    start = lines[lines["model"].eq(name) & lines["start"].eq("checkpoint")]["needs"]
    for each in released.itertuples():
        tuned, vectors = each.kind == "fine-tuned", each.kind == "embeddings"
        mine = Source(
            checkpoint=each.checkpoint,
            url=survey.checkpoint_url(each.checkpoint),
            hub="://" not in each.checkpoint,
            place=_place(each.checkpoint),
            license=survey.NO_LICENSE.get(each.license, each.license)
            + (f" ({each.license_of})" if each.license_of not in ("", "checkpoint") else ""),
            kind=each.kind,
            needs=[] if tuned or vectors else [*start, "finetune"][0].split("+"),
            mark=condition,
            note=each.note,
        )
        for task in _tasks_of(each.task) if tuned else ["embeddings" * vectors]:
            before = found.get(task)
            if not before or not before.checkpoint or (mine.hub and not before.hub):
                found[task] = mine
    for task, (hub, license) in _hubs().get(name, {}).items():
        if task not in found or not found[task].checkpoint:
            needs, kind = ([], "embeddings") if task else (["finetune"], "to fine-tune")
            url = survey.checkpoint_url(hub)
            found[task] = Source(hub, url, hub, True, license, kind, needs, mark=condition)
    return found


@cached
def _hubs() -> dict[str, dict[str, tuple[str, str]]]:
    """Return the checkpoints that works name which alone score a task, with license, by model.

    As in `Line.sources`: those of embeddings, and those to fine-tune ("").
    """
    found = {}
    for task in [task for task, each in TASKS.items() if each.alone]:
        kind = "embeddings" if task.startswith("embeddings") else ""
        for row in _reported(task).query("hub != ''").itertuples():
            license = row.license if row.license != "not specified" else ""
            found.setdefault(row.Index, {})[kind] = (row.hub, license or survey.NO_LICENSE[""])
    return found


def _place(checkpoint: str) -> str:
    """Return a checkpoint of the Hugging Face Hub, or at whose site the file is."""
    return f"a file of {urlsplit(checkpoint).hostname}" if "://" in checkpoint else checkpoint


@cached
def _sources() -> dict[str, list[str]]:
    """Return the works that have a model, by its name."""
    return compare.models().groupby("model")["source"].agg(list).to_dict()


def _tasks_of(task: str) -> list[str]:
    """Return the tasks to choose from that weights fine-tuned on a task are ready for."""
    if task == "glue":
        return [name for name in pool("mnli") if not name.startswith("squad")]
    return [name for name, own in TASKS.items() if task in own.sets]
