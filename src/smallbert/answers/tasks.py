"""The tasks to choose from, and the scores of those that one work alone has, all by one recipe."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from smallbert import data
from smallbert.data import anchors, sources
from smallbert.errors import UserError
from smallbert.memo import cached

GENERAL = "English, with all training examples"
EMBEDDINGS = "Embeddings of English texts, without training"
FEW_EXAMPLES = "With about 1,000 training examples: "


class Task(NamedTuple):
    """A task to choose from: its name and sets, the metric that counts, and what it asks.

    ``alone`` tells that one work alone scores it, all by one recipe; ``group`` is its place in the
    form's list.
    """

    name: str
    sets: tuple[str, ...]
    metric: str
    asks: str
    group: str = GENERAL
    alone: bool = False


TASKS = {
    "mnli": Task("MNLI", ("mnli-m", "mnli"), "accuracy", "does one text follow from another?"),
    "sst-2": Task("SST-2", ("sst-2",), "accuracy", "is a sentence positive?"),
    "qqp": Task("QQP", ("qqp",), "accuracy", "do two questions ask the same?"),
    "mrpc": Task("MRPC", ("mrpc",), "f1", "do two sentences say the same?"),
    "qnli": Task("QNLI", ("qnli",), "accuracy", "does a sentence answer a question?"),
    "squad": Task("SQuAD 1.1", ("squad-1.1",), "f1", "where in a text is the answer?"),
    "squad-2": Task("SQuAD 2.0", ("squad-2.0",), "f1", "where is the answer, if there is one?"),
    "cola": Task("CoLA", ("cola",), "matthews", "is a sentence grammatical?"),
    "rte": Task("RTE", ("rte",), "accuracy", "does one text follow from another? few examples"),
    "sts-b": Task("STS-B", ("sts-b",), "spearman", "how alike are two sentences?"),
}
"""The tasks to choose from. A score by another metric is on another scale, so it is left out."""

EMBEDDING_TASKS = {
    "embeddings": ("all uses", ""),
    "embeddings/retrieval": ("search", "retrieval"),
    "embeddings/clustering": ("clustering", "clustering"),
    "embeddings/similarity": ("similarity", "similarity"),
    "embeddings/classification": ("classification", "classification"),
}
"""Of the tasks of embeddings: the name, and the type of the benchmark's tasks that counts."""

TASKS |= {
    key: Task(f"Embeddings, {name}", (), "average", "which vectors are best?", EMBEDDINGS, True)
    for key, (name, _) in EMBEDDING_TASKS.items()
}

LANGUAGES = ("English", "Danish", "Dutch", "French", "German", "Spanish")

FEW_EXAMPLE_TASKS = {
    "names": (
        *("Names (NER)", "f1-no-misc", "where are persons, places, organizations?"),
        ("conll-en", "dansk", "conll-nl", "eltec", "germeval", "conll-es"),
    ),
    "sentiment": (
        *("Sentiment", "matthews", "is a text positive?"),
        ("sst5", "angry-tweets", "dbrd", "allocine", "sb10k", "sentiment-headlines-es"),
    ),
    "acceptability": (
        *("Acceptability", "matthews", "is a sentence correct?"),
        ("scala-en", "scala-da", "scala-nl", "scala-fr", "scala-de", "scala-es"),
    ),
    "reading": (
        *("Reading", "f1", "where in a text is the answer?"),
        ("squad", "multi-wiki-qa-da", "squad-nl", "fquad", "germanquad", "mlqa-es"),
    ),
}
"""The tasks with few examples: name, metric, what it asks, and the set of each of `LANGUAGES`."""

TASKS |= {
    f"{key}/{language.lower()}": Task(
        f"{name}, {language}", (f"euroeval-{own}",), metric, asks, f"{FEW_EXAMPLES}{asks}", True
    )
    for key, (name, metric, asks, sets) in FEW_EXAMPLE_TASKS.items()
    for language, own in zip(LANGUAGES, sets, strict=True)
}

MOST_WEIGHTS = 200.0
"""Millions of weights of the largest model that is listed of a task that one work alone scores: a
vocabulary of many languages makes models large that compute no more than BERT-base."""


def pool(task: str) -> list[str]:
    """Return the tasks of which a model must have a score to be listed for one."""
    several = [name for name, each in TASKS.items() if not each.alone]
    return [task] if TASKS[task].alone else several


@cached
def by_one_work(task: str) -> pd.DataFrame:
    """Return the scores that one work has of models on a task, by name, with the parts of an error.

    The columns are those of `smallbert.compare.model_scores`, with ``set``, what it is in words,
    ``card``, ``parameters`` [millions], and ``hub`` with its ``license``, the checkpoint that the
    work names.
    ``rest`` is how far another run of the reader's own may be off, or the mean of other tasks.
    """
    found = _of_embeddings(task) if task in EMBEDDING_TASKS else _of_few_examples(task)
    same = {"sampling": 0.0, "laboratory": 0.0, "split": "test", "reports": 1, "how": "measured"}
    table = found.assign(**same, base=np.nan, words="", caution="", technique="none")
    table = table.assign(measured_by_laboratory=table["source"])
    return table[table["parameters"].between(0.001, MOST_WEIGHTS)]


@cached
def _benchmark() -> str:
    """Return the source with scores of embeddings on each task of a benchmark."""
    for key in sources.keys():
        for table in sources.tables(key).values():
            if "mteb_task" in table.column_names:
                return key
    raise UserError("no source has scores of embeddings by task; bring its folder back")


def _of_embeddings(task: str) -> pd.DataFrame:
    """Return mean scores of the models that the benchmark ran whole.

    Their error is that of a mean over as many other tasks, what makes tasks differ taken out.
    """
    key, (_, kind) = _benchmark(), EMBEDDING_TASKS[task]
    models = sources.table_of(key, "models").set_index("name")
    scores = data.values(key, "scores").reset_index()
    scores = scores[scores["name"].isin(models.index)]
    scores = scores[scores["type"].eq(kind)] if kind else scores
    wide = scores.pivot(index="mteb_task", columns="name", values="score")
    own = wide.sub(wide.mean(axis=1), axis=0).std() / np.sqrt(len(wide))
    table = pd.DataFrame({"score": wide.mean(), "rest": own, "spread_df": len(wide) - 1})
    words = f"MTEB in English, the mean of {len(wide)} {kind} tasks".replace("  ", " ")
    of = {"source": key, "card": f"notebooks/{key}.html", "id": "", "set": words}
    of |= {"hub": models["full_name"], "license": models["license"]}
    weights = data.values(key, "models").set_index("name")["parameters"]
    return table.assign(parameters=weights, **of)


def _of_few_examples(task: str) -> pd.DataFrame:
    """Return scores of encoders, means of several runs; the error is that of one run.

    What is barred for more than its whole table is, such as a second name of a model, is left out.
    """
    of, every = TASKS[task], data.results()
    rows = every[every["task"].isin(of.sets) & every["metric"].eq(of.metric)]
    if rows.empty:
        raise UserError(f"no source has scores of {of.name}; bring its folder back")
    key = rows["source"].iloc[0]
    barred = {name: table.unusable for name, table in sources.tables(key).items()}
    rows = rows[rows["unusable"].fillna("").eq("") | rows["unusable"].eq(rows["table"].map(barred))]
    models = data.values(key, "models", unfit=True).set_index("name")
    rows = rows[rows["model"].isin(models.index)].drop_duplicates("model").set_index("model")
    models, named = models.loc[rows.index], data.vocabulary.names("tasks")[of.sets[0]]
    return pd.DataFrame(
        {
            "score": rows["value"],
            "rest": rows["sd"],
            "spread_df": rows["n"] - 1,
            "set": named + ", about 1,000 examples, " + rows["n"].map("{:.0f} runs".format),
            "source": rows["source"],
            "card": rows["id"].map(anchors.card),
            "id": rows["id"],
            "hub": models["model"].where(models["model"].str.contains("/"), ""),
            "license": "",
            "parameters": models["parameters"].astype(float),
        }
    )
