"""How a checkpoint is loaded, as Python: pre-trained, fine-tuned, or for embeddings."""

from smallbert.answers.parts_of_answers import Source

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
"""How to load a checkpoint, by its kind; what is in braces is of `task_head`."""

TASK_HEADS = {
    "squad": ("QuestionAnswering", "question-answering"),
    "reading": ("QuestionAnswering", "question-answering"),
    "names": ("TokenClassification", "token-classification"),
    "embeddings": ("FeatureExtraction", "feature-extraction"),
}
"""By kind of task, where it does not classify texts: the model's head, and its pipeline."""

LABELS = {"mnli": 3, "sts-b": 1, "names": 9}
LABELS |= {"sentiment": 3, "sentiment/dutch": 2, "sentiment/french": 2}
"""How many labels a task has, where it is not two."""


def task_head(task: str) -> dict[str, str]:
    """Return what a snippet loads for a task: head, its labels, pipeline."""
    kind = task.partition("/")[0].partition("-")[0]
    head, pipeline = TASK_HEADS.get(kind, ("SequenceClassification", "text-classification"))
    auto = "AutoModel" + f"For{head}" * (kind != "embeddings")
    labels = LABELS.get(task, LABELS.get(kind, 0 if kind in TASK_HEADS else 2))
    argument = f", num_labels={labels}" if labels else ""
    return {"head": head, "auto": auto, "labels": argument, "pipeline": pipeline}


def snippet(kind: str, checkpoint: str, task: str) -> str:
    """Return how to load a checkpoint of a kind for a task, as Python."""
    return SNIPPETS[kind].format(checkpoint=checkpoint, **task_head(task))


def loading_call(source: Source, task: str) -> str:
    """Return what loads a checkpoint of the Hub for a task, as one expression of Python."""
    code = snippet(source.kind, source.checkpoint, task)
    return code.partition("model = ")[2].partition("\n")[0]
