"""What changed in the data: since the last release, and with each release."""

from pathlib import Path

from smallbert.book import differences, markdown
from smallbert.book.versions import Version
from smallbert.claims import stated
from smallbert.data import paths, released

FIRST = "No version has been released yet. The ids of the first, {count}, are listed already."


def page() -> str:
    """Return the parts of the page that follow from the data, in Markdown."""
    versions, lines = released.read(released.VERSIONS), released.read(released.WITHDRAWN)
    parts = ["## Since the last release", FIRST.format(count=len(released.read(released.NUMBERS)))]
    if len(versions):
        parts = [f"## Since version {versions['version'].iloc[-1]}", report()]
    reasons = markdown.table(lines) if len(lines) else "None."
    parts += ["## Withdrawn and restated numbers", reasons, "## Releases"]
    parts += [markdown.table(versions) if len(versions) else "None yet."]
    for version in reversed(versions["version"]):
        if (path := kept(version)).is_file():
            parts += [f"## With version {version}", path.read_text(encoding="utf-8")]
    return "\n\n".join(parts) + "\n"


def kept(version: str) -> Path:
    """Return the file with what changed with a version; the first has none."""
    return paths.data() / "survey" / "released" / f"changes-{version}.md"


def report() -> str:
    """Return what changed since the last release, as ``smallbert diff`` says it, in Markdown."""
    return differences.report(since(), markdown=True).replace("## ", "### ")


def since() -> dict:
    """Return what changed since the last release, as `smallbert.book.differences.between`."""
    return differences.between(last(), now())


def last() -> Version:
    """Return the last release: its numbers, without those that it had withdrawn, and verdicts."""
    known, lines = (
        released.read(released.NUMBERS).set_index("id"),
        released.read(released.WITHDRAWN),
    )
    told = lines["id"][lines["release"].ne("")]
    gone = ~known.index.isin(released.present().index) & released.covered(known.index, told)
    verdicts = released.read(released.CLAIMS).set_index("id").to_dict("index")
    return Version(known.loc[~gone, released.MEANING], verdicts)


def now() -> Version:
    """Return the data as they are, with the verdicts that were accepted."""
    known = stated()[["verdict", "statement"]].to_dict("index")
    return Version(released.present()[released.MEANING], known)
