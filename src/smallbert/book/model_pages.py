"""The page of each model: what it is, where to get it, what it costs, all that works report."""

import re
from collections.abc import Iterable, Iterator

import pandas as pd

from smallbert import answers, compare, cost, data
from smallbert.answers import deployment
from smallbert.book import model_openings
from smallbert.book.markdown import escaped
from smallbert.charts.tables import table_html
from smallbert.compare import comparability, own_times
from smallbert.compare.models import longest_inputs, reported_results
from smallbert.data import anchors, bibliography, side_tables, sources, vocabulary
from smallbert.data.amounts_in_words import amount, amount_of, listed
from smallbert.data.results import BORROWED
from smallbert.memo import cached
from smallbert.works import speed

MODELS_FOLDER = "models"

HEAD = "---\norphan: true\n---\n"
"""Begins a page that no table of contents names."""

ALONE = "Families of one model"
"""The section of the index in which each family of one model is."""

METRICS_OF_SIZES = ("parameters", "parameters-without-embeddings", "size", "operations")
"""The metrics of a size that works print."""

SAME = ["source", "model", "task", "metric", "split", "value"]
"""What two rows of a work share that say one thing."""

MADE = {"none": "not compressed", "architecture": "small by design"}
"""How a model was made, where its technique's name does not say it."""

LICENSES = {
    "code": " (of the code)",
    "original": " (of the original weights)",
    "teacher": " (of its teacher, to which its authors refer)",
}
TO_KNOW = {
    "reported_dead": "reported dead",
    "msmarco": "trained on MS MARCO too, whose terms allow research alone",
    "renamed": "named here as it is called today",
}
"""What the columns of the table ``checkpoints`` that hold an address say, the first one first."""


def files() -> dict[str, str]:
    """Return the Markdown of the models' pages and of their index, by its place in the book."""
    models = vocabulary.entries("models")
    models = models[models.index.isin(compare.described_models())]
    pages = {f"{MODELS_FOLDER}/{line.Index}.md": page(line) for line in models.itertuples()}
    return {f"{MODELS_FOLDER}/index.md": _index(models)} | pages


def _index(models: pd.DataFrame) -> str:
    """Return the page of all families: a table of each, and one of those that have one model."""
    families = {name: own for name, own in models.groupby("family") if len(own) > 1}
    families = dict(sorted(families.items(), key=lambda each: each[0].lower()))
    alone = models[~models["family"].isin(families)]
    families |= {ALONE: alone} if len(alone) else {}
    about = (
        f"{len(models)} models have a page: those that two works or more report, or one of which "
        "pre-trained weights are released. Those that can be downloaded come first in their "
        "family, by their score on MNLI (development set); ± is half of its 95 % interval, "
        "missing where a work only repeats the score. MB are those of the whole shape, zeros "
        f"included; the time is that of {{ref}}`this book's CPU <{speed.KEY}>`, one text of "
        "128 tokens in 32 bits. {ref}`models` has all other scores, and models without a page; "
        "`data/survey/checkpoints.csv` also has weights of models that no work here reports."
    )
    labels = {name: f"family-{anchors.slug(name)}" for name in families}
    names = [
        f"{{ref}}`{escaped(name)} <{labels[name]}>` ({len(families[name])})" for name in families
    ]
    sections = [
        f"({labels[name]})=\n## {escaped(name)}\n\n{_family(own)}" for name, own in families.items()
    ]
    title = f"{HEAD}(model-pages)=\n# Models by family"
    return "\n\n".join([title, about, ", ".join(names) + ".", *sections, ""])


def _family(models: pd.DataFrame) -> str:
    """Return the table of models, those to download first and of these the highest score."""
    scores = compare.leaderboard().query("board == 'MNLI' and split == 'dev'").set_index("model")
    facts = compare.model_costs().join(scores[["score", "half_width"]], how="outer")
    rows = models.reset_index().join(facts, on="name")
    rows = rows.assign(at=rows["id"].map(side_tables.checkpoints()))
    rows = rows.assign(unreleased=rows["at"].isna())
    order = {"unreleased": True, "score": False, "parameters": True}
    rows = rows.sort_values([*order], ascending=[*order.values()], ignore_index=True)
    places = rows["at"].fillna("")
    numbers = {
        "Weights [M]": rows["parameters"] / 1e6,
        "MB, 32 bits": rows["megabytes_32"],
        "MB, 8 bits": rows["megabytes_8"],
        "CPU [ms]": rows["milliseconds"],
    }
    shown = {
        "Model": rows["name"],
        **{title: ["" if x != x else amount(x, "") for x in of] for title, of in numbers.items()},
        "MNLI [%]": ["" if score != score else f"{score:.1f}" for score in rows["score"]],
        "± [points]": ["" if half != half else f"{half:.1f}" for half in rows["half_width"]],
        "Download": places.mask(places.str.contains("://"), "file").str.rpartition("/")[2],
    }
    links = {(index, "Model"): f"{key}.html" for index, key in enumerate(rows["id"])}
    released = rows["at"].dropna().map(side_tables.checkpoint_url)
    links |= {(index, "Download"): address for index, address in released.items()}
    return table_html(pd.DataFrame(shown), links=links)


def page(model) -> str:
    """Return the page of one model, a line of the survey's ``models``."""
    rows, scores = (frame[frame["model"].eq(model.name)] for frame in _reported())
    parts = {
        "Get it": _checkpoints(model.Index),
        "Size": _sizes(model, rows[rows["metric"].isin(METRICS_OF_SIZES)].drop_duplicates(SAME)),
        "Scores": "\n\n".join(filter(None, [_table_of_scores(scores), *_of_one_work(model.name)]))
        or NO_SCORE,
        "Speed": _speed(model, rows[rows["metric"].isin(vocabulary.metrics_of_devices())]),
        "Works": "\n".join(f"- {_reference(key)}" for key in rows["source"].unique()),
    }
    shown = [f"## {title}\n\n{part}" for title, part in parts.items() if part]
    title = f"{HEAD}(model-{model.Index})=\n# {escaped(model.name)}"
    opens = [
        model_openings.opening_paragraph(model.name),
        _sentence(model, rows),
        model_openings.chart_of_model(model.name),
    ]
    return "\n\n".join([title, *filter(None, opens), *shown, ""])


@cached
def _reported() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return what works report of models, and the scores among it with their intervals.

    What this book measured itself goes by shapes and is left out.
    """
    names, tidy = data.usable(data.results()).set_index("id")["model"], reported_results()
    tidy = tidy.assign(against=tidy["baseline"].map(names).fillna(""))
    scores = comparability.scores_among(
        tidy[~tidy["original"].map(sources.is_row)]
    )  # those are copies
    scores = scores.drop_duplicates(SAME)
    return tidy, scores.join(compare.intervals(scores.assign(score=scores["value"])))


def _reference(key: str) -> str:
    return f"{{ref}}`{bibliography.label(key)} <{key}>`"


def _sentence(model, rows: pd.DataFrame) -> str:
    """Return what a model is, in a sentence."""
    sentence = f"A model of the {escaped(model.family)} family"
    if model.architecture:
        shape = cost.architecture(model.architecture)
        sentence += f": {shape.layers} layers of width {shape.hidden}"
        sentence += f", {shape.bottleneck} inside a block" if shape.bottleneck else ""
        sentence += " with one set of weights" * (shape.layer_sets == 1)
        sentence += f" and {shape.vocabulary:,} word pieces"
        tokens = longest_inputs().get(model.Index)
        sentence += f", for texts of up to {tokens:,} tokens" if tokens else ""
    if len(rows):
        names = vocabulary.names("techniques")
        technique = rows["technique"].mode()[0]
        parts = [MADE.get(each, f"made by {names[each].lower()}") for each in technique.split("+")]
        sentence += f"; {listed(parts)}"
        others = rows.loc[~rows["against"].isin(["", model.name]), "against"]
        if technique != "none" and len(others):
            sentence += f", compared with {escaped(others.mode()[0])}"
    if model.released_by:
        authors = bibliography.short(sources.work(model.released_by).cites.split(",")[0])
        sentence += f"; released by {{ref}}`{authors} <{model.released_by}>`"
    return f"{sentence}."


def _checkpoints(id: str) -> str:
    """Return the checkpoints of a model, and how to load the first of the Hub."""
    checkpoints = side_tables.gather("checkpoints")
    checkpoints = checkpoints[checkpoints["model"].eq(id)].reset_index(drop=True)
    if checkpoints.empty:
        return "This survey knows of no released weights."
    on_hub = ~checkpoints["checkpoint"].str.contains("://") & checkpoints["reported_dead"].eq("")
    commands = [_loading(id, line) for line in checkpoints[on_hub].iloc[:1].itertuples()]
    return "\n\n".join([_table_of_checkpoints(checkpoints), *commands])


def _table_of_checkpoints(checkpoints: pd.DataFrame) -> str:
    """Return a table of checkpoints, each with its license and where it is named."""
    tasks, of = vocabulary.names("tasks"), checkpoints["license_of"].map(LICENSES).fillna("")
    hosts = {"pat": r"https://(?:www\.)?([^/]+)/.*", "regex": True}
    named_in = checkpoints["repository"]
    named_in = named_in.where(named_in.ne(""), checkpoints["path"])
    shown = {
        "Checkpoint": checkpoints["checkpoint"].str.replace(repl=r"a file at \1", **hosts),
        "Kind": checkpoints["kind"]
        + checkpoints["task"].map(lambda task: task and f", {tasks[task]}"),
        "License": checkpoints["license"].replace(side_tables.NO_LICENSE) + of,
        "Named in": named_in.str.replace(repl=r"\1", **hosts),
        "To know": [
            _remarks_on_checkpoint(checkpoint) for checkpoint in checkpoints.to_dict("records")
        ],
    }
    links = {}
    for index, checkpoint in enumerate(checkpoints.itertuples()):
        links[index, "Checkpoint"] = side_tables.checkpoint_url(checkpoint.checkpoint)
        if evidence := [*filter(None, (getattr(checkpoint, column) for column in TO_KNOW))]:
            links[index, "To know"] = evidence[0]
        file = sources.permalink(checkpoint.repository, checkpoint.commit, checkpoint.path)
        line = f"{file}#L{checkpoint.line}"
        links[index, "Named in"] = line if checkpoint.repository else checkpoint.path
    return table_html(pd.DataFrame(shown), links=links)


def _loading(id: str, checkpoint) -> str:
    """Return how to load a checkpoint, and how to run it elsewhere, each place folded."""
    is_embedding = checkpoint.kind == "embeddings"
    task = checkpoint.kind if is_embedding else checkpoint.task
    code = answers.snippet(checkpoint.kind, checkpoint.checkpoint, task)
    parts = [f"```python\n{code}\n```"]
    if is_embedding and not vocabulary.entries("models")["architecture"][id]:
        return parts[0]  # a table of vectors has no graph to export
    parts.append(VECTORS if is_embedding else OWN_FILES)
    for place, (title, language, _) in deployment.PLACES.items():
        code = deployment.commands(place, checkpoint.kind, checkpoint.checkpoint, task)
        parts.append(f"::::{{dropdown}} {title}\n```{language}\n{code}\n```\n::::")
    return "\n\n".join(parts)


OWN_FILES = (
    f"By where it will run; `{deployment.OWN_MODEL}` is a folder with the model that you "
    "fine-tuned and its tokenizer. For names (NER) put AutoModelForTokenClassification and "
    "token-classification in place of the head and the pipeline below. Score the 8-bit file again."
)
VECTORS = (
    "By where it will run. These files give a vector for each token, without what the model does "
    "after it (pooling, in some a last product, scaling): do that as its card says, or take the "
    "ONNX file that its repository may have. Score the 8-bit file again."
)
"""What is said before the commands of an encoder, and of a model of embeddings."""


NO_SCORE = "No work of this survey prints a score of it."
WITHOUT_TRAINING = "As embeddings, in per cent; ± is half of the 95 % interval over other tasks:"
WITH_FEW = "Fine-tuned on about 1,000 examples; ± is half of the 95 % interval of another run:"
"""What is said of a model's scores."""


def _remarks_on_checkpoint(checkpoint: dict) -> str:
    """Return what one has to know of a checkpoint: what its addresses say, and its note."""
    remarks = [remark for column, remark in TO_KNOW.items() if checkpoint[column]]
    return "; ".join(filter(None, [*remarks, checkpoint["note"]]))


def _sizes(model, printed: pd.DataFrame) -> str:
    """Return the sizes that follow from a model's shape, and those that works print."""
    costs = compare.model_costs().reindex([model.name]).iloc[0]
    costs_by_title = {
        "Parameters [M]": costs["parameters"] / 1e6,
        "MB, 32 bits": costs["megabytes_32"],
        "MB, 8 bits": costs["megabytes_8"],
        "Operations, 128 tokens [G]": costs["operations"] / 1e9,
    }
    shown = {
        title: "not known" if pd.isna(value) else amount(value, "")
        for title, value in costs_by_title.items()
    }
    parts = [table_html(pd.DataFrame([shown]))]
    if len(printed):
        parts += ["As works print them:", _table_of_numbers(printed, {})]
    return "\n\n".join(parts)


def _table_of_numbers(rows: pd.DataFrame, more: dict) -> str:
    """Return numbers that are no scores with their works, and with more columns."""
    tasks = rows["task"].map(vocabulary.names("tasks")).fillna("")
    shown = {
        "Quantity": (tasks + " " + rows["metric"].map(vocabulary.names("metrics"))).str.strip(),
        "Value": [amount_of(row) for row in rows.to_dict("records")],
        **more,
        "Work": rows["source"].map(bibliography.label),
    }
    return _table_with_cards(pd.DataFrame(shown), "Value", rows["id"], span=["Quantity"])


def _table_with_cards(shown: pd.DataFrame, number: str, ids: Iterable[str], **layout) -> str:
    """Return a table in which the numbers of a column lead to their cards."""
    shown = shown.reset_index(drop=True)
    numbers = {(at, number): [(shown.at[at, number], id)] for at, id in enumerate(ids)}
    html = table_html(shown, numbers=numbers, **layout)
    return re.sub(
        f'"{anchors.NUMBER_LINK}([^"]*)"',
        lambda id: f'"../{anchors.card(id[1])}"',
        html,
    )


def _table_of_scores(rows: pd.DataFrame) -> str:
    """Return all scores of a model by task, metric and split."""
    # scores on the tasks of one work have tables of their own, see `_of_one_work`
    alone = [task for task in answers.TASKS.values() if task.alone]
    elsewhere = {(name, task.metric) for task in alone for name in task.sets}
    pairs = zip(rows["task"], rows["metric"], strict=True)
    rows = rows[[pair not in elsewhere for pair in pairs]]
    if rows.empty:
        return ""
    order = [*vocabulary.words("tasks"), *vocabulary.scores(), *compare.SPLITS]
    by = ["task", "stated_task", "metric", "split"]
    rows = rows.sort_values(by, key=lambda column: column.map(order.index), kind="stable")
    names = {kind: vocabulary.names(f"{kind}s") for kind in ("task", "metric", "protocol")}
    lent = rows["measured_by"].eq(BORROWED)
    shown = {
        "Task": rows["stated_task"].map(comparability.task_words),
        "Metric": rows["metric"].map(names["metric"]),
        "Split": comparability.sets_of_scores(rows).str.partition(" in ")[0],
        "Score [%]": [amount(row.value, "", row.printed) for row in rows.itertuples()],
        "± [points]": ["" if half != half else f"{half:.2g}" for half in rows["half"]],
        "Protocol": rows["protocol"].map(names["protocol"]),
        "Work": rows["source"].map(bibliography.label) + bibliography.lent(lent),
    }
    span = {"span": ["Task", "Metric", "Split"], "groups": "Task"}
    about = (
        "± is half of the 95 % interval: other examples of the set, other laboratories and runs. "
        f"A {bibliography.LENT} behind a work: it repeats another's score."
    )
    model, cautions = rows["model"].iloc[0], side_tables.cautions()
    warnings = [
        f"**Beware of its score on {names['task'][task]}:** {cautions[model, task]}."
        for task in rows["task"].unique()
        if cautions.get((model, task))
    ]
    table = _table_with_cards(pd.DataFrame(shown), "Score [%]", rows["id"], **span)
    return "\n\n".join([*warnings, table, about])


def _of_one_work(name: str) -> Iterator[str]:
    """Yield the scores on tasks that one work alone has, a row a kind of task, below a sentence."""
    candidates = [line for line in answers.all_candidates() if (line.of, line.bits) == (name, 32)]
    scores = {task: score for line in candidates for task, score in line.scores.items()}
    for vectors, about in ((True, WITHOUT_TRAINING), (False, WITH_FEW)):
        rows, links = {}, {}
        for task, score in scores.items():
            of = answers.TASKS[task]
            # a task of embeddings is a mean of many tasks, so no set of scores is its own
            if of.alone and vectors == (not of.sets):
                kind, _, column = of.name.partition(", ")
                title = f"{kind}, {vocabulary.names('metrics')[of.metric]}"
                rows.setdefault(title, {})[column.capitalize()] = score.says
                links[[*rows].index(title), column.capitalize()] = f"../{score.card}"
        if rows:
            shown = pd.DataFrame(rows).T.rename_axis("Task").reset_index().fillna("")
            yield f"{about}\n\n{table_html(shown, links=links)}"


def _speed(model, printed: pd.DataFrame) -> str:
    """Return the times that this book measured of a model's shape, and what works print."""
    parts = []
    runs = own_times.fastest_times()
    runs = runs[runs["architecture"].eq(model.architecture)]
    if len(runs):
        ends = zip(runs["low"], runs["high"], strict=True)
        shown = {
            "Bits": runs["bits"],
            "Threads": runs["threads"],
            "Batch": runs["batch"],
            "Tokens": runs["tokens"],
            "Time [ms]": runs["milliseconds"].map("{:.4g}".format),
            "95 % of rounds [ms]": [f"{low:.4g} to {high:.4g}" for low, high in ends],
            "Of BERT-base's": runs["share"].map("{:.3g}".format),
            "Fastest in": runs["runtime"].map(own_times.RUNTIMES),
        }
        ids = anchors.number_ids(own_times.times_source(), "times", runs["row"], "latency_cpu")
        how = f"{{ref}}`how it was measured <{speed.KEY}>`"
        parts += [f"Its shape on this book's CPU ({how}):"]
        span = {"span": ["Bits", "Threads", "Batch"], "groups": "Bits"}
        parts += [_table_with_cards(pd.DataFrame(shown), "Time [ms]", ids, **span)]
    if len(printed):
        more = {"Device": printed["device"], "Input": map(_input, printed.itertuples())}
        parts += ["As works print it:", _table_of_numbers(printed, more)]
    return "\n\n".join(parts) or "Neither this book nor a work of the survey has timed it."


def _input(row) -> str:
    """Return tokens and batch at which a number was measured, as far as its table has them."""
    cells = sources.cells_of(row.source, row.table)[row.row]
    settings = {"tokens": sources.tables(row.source)[row.table].tokens} | cells
    forms = {"tokens": "{} tokens", "batch": "batch of {}"}
    return ", ".join(
        form.format(settings[name]) for name, form in forms.items() if settings.get(name)
    )
