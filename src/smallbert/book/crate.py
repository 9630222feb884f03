"""RO-Crates: of a notebook's run (what went in, what ran, what came out), and of a release."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

from smallbert.book import citing
from smallbert.book.checkout import git
from smallbert.book.execute import recorded
from smallbert.data import parameters, paths

METADATA = "ro-crate-metadata.json"
BASE = "https://w3id.org/ro/crate/1.1"
PROFILE = "https://w3id.org/ro/wfrun/process/0.5"
LICENSE = "https://creativecommons.org/licenses/by/4.0/"
FORMATS = {
    ".ipynb": "application/x-ipynb+json",
    ".csv": "text/csv",
    ".yaml": "application/yaml",
    ".bib": "text/x-bibtex",
}
"""What the files of a crate are, by their ending."""


def write(notebook: Path, folder: Path, given: dict) -> Path:
    """Execute a notebook into a crate, with a copy of the notebook and of the data that it read.

    Parameters
    ----------
    notebook : pathlib.Path
    folder : pathlib.Path
        Becomes the crate.
    given : dict
        Values that replace the notebook's defaults.

    Returns
    -------
    pathlib.Path
        The executed notebook, in the crate.
    """
    output = folder / notebook.name
    began = datetime.now(UTC)
    reads = recorded(notebook, output, given, cold=True)["reads"]
    times = began, datetime.now(UTC)
    root = paths.root().resolve()
    copied = [Path(each) for each in reads if (root / each).is_file()]
    source = notebook.resolve().relative_to(root)
    for path in (source, *copied):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, folder / path)
    known = {name: each["default"] for name, each in parameters.declared(notebook).items()}
    entities = _entities(source.as_posix(), [each.as_posix() for each in copied], times)
    entities += _run(source.as_posix(), output.name, known | given, copied, times)
    (folder / METADATA).write_text(_written(entities), encoding="utf-8")
    return output


PARTS = {
    "site/": "The book as a site: open index.html.",
    "data/": "Every number as transcribed, with its place, as Data Packages.",
    "every_eval_ever/": "The scores as records of Every Eval Ever.",
}
"""Folders of a release, and what they hold."""


def of_release(files: list[str]) -> str:
    """Return the metadata of a release as JSON.

    Parameters
    ----------
    files : list of str
        Those that it has, relative to its root; those of `PARTS` are described as a whole.
    """
    about = citing.book()
    parts = [_entity(each, "Dataset", name=each, description=told) for each, told in PARTS.items()]
    parts += [_file(each, "File") for each in files if "/" not in each]
    parts += [_file(each, "File") for each in ("data/sources.bib", "site/data/results.csv")]
    root = {"name": f"{about['title']}, version {about['version']}"}
    root |= {"description": about["abstract"], "version": about["version"]}
    root |= {"datePublished": str(about["date-released"]), "license": {"@id": LICENSE}}
    root |= {"keywords": ", ".join(about["keywords"]), "author": {"@id": "#authors"}}
    root |= {"hasPart": [{"@id": each["@id"]} for each in parts]}
    return _written([*_described(root), *parts])


def _written(entities: list[dict]) -> str:
    graph = {"@context": f"{BASE}/context", "@graph": entities}
    return json.dumps(graph, indent=1, ensure_ascii=False) + "\n"


def _described(root: dict) -> list[dict]:
    """Return the metadata's own entity, the crate, its licence and its authors."""
    authors = {"name": ", ".join(each["name"] for each in citing.book()["authors"])}
    license = {"name": "Creative Commons Attribution 4.0 International"}
    return [
        _entity(METADATA, "CreativeWork", conformsTo={"@id": BASE}, about={"@id": "./"}),
        _entity("./", "Dataset", **root),
        _entity(LICENSE, "CreativeWork", **license),
        _entity("#authors", "Organization", **authors),
    ]


def _entities(source: str, copied: list[str], times: tuple[datetime, datetime]) -> list[dict]:
    """Return the crate, the profile that it follows, and its files."""
    name = Path(source).name
    about = f"The notebook {name} of {citing.book()['title']}, executed"
    files = [name, source, *copied]
    root = {"name": about, "description": f"{about}, with its parameters and its data."}
    root |= {"datePublished": _second(times[1]), "license": {"@id": LICENSE}}
    root |= {"conformsTo": {"@id": PROFILE}, "mentions": {"@id": "#run"}}
    root |= {"author": {"@id": "#authors"}, "hasPart": [{"@id": each} for each in files]}
    return [
        *_described(root),
        _entity(PROFILE, "CreativeWork", name="Process Run Crate", version="0.5"),
        *(_file(each, "File") for each in [name, *copied]),
        _file(source, ["File", "SoftwareSourceCode"], programmingLanguage="Python")
        | {"softwareRequirements": {"@id": "#smallbert"}, "version": citing.book()["version"]},
    ]


def _run(
    source: str, output: str, values: dict, copied: list[Path], times: tuple[datetime, datetime]
) -> list[dict]:
    """Return the run itself, its parameters, and the package that it needs."""
    commit = git("rev-parse", "HEAD")
    version = f"{citing.book()['version']}{commit and f', commit {commit}'}"
    package = {"name": "smallbert", "softwareVersion": version}
    if url := citing.repository():
        package["url"] = url
    given = [
        _entity(f"#{name}", "PropertyValue", name=name, value=value)
        for name, value in values.items()
    ]
    ran = {"name": f"Run of {source}", "instrument": {"@id": source}, "result": {"@id": output}}
    ran |= dict(zip(("startTime", "endTime"), map(_second, times), strict=True))
    ran |= {"actionStatus": "http://schema.org/CompletedActionStatus"}
    ran |= {"description": "papermill executed the notebook with these parameters."}
    inputs = [*(each["@id"] for each in given), *(each.as_posix() for each in copied)]
    ran["object"] = [{"@id": each} for each in inputs]
    action = _entity("#run", "CreateAction", **ran)
    return [action, *given, _entity("#smallbert", "SoftwareApplication", **package)]


def _second(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def _entity(id: str, kind: str | list[str], **more) -> dict:
    return {"@id": id, "@type": kind} | more


def _file(path: str, kind: str | list[str], **more) -> dict:
    form = FORMATS.get(Path(path).suffix, "text/plain")
    return _entity(path, kind, name=path, encodingFormat=form, **more)
