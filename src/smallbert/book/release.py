"""One archive of a version: site, data, lock, changelog, citation, checksums, metadata."""

import gzip
import hashlib
import io
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from smallbert.book import build, changes, citing, crate, every_eval_ever
from smallbert.data import paths, released
from smallbert.data.faults import UserError
from smallbert.data.files import write_atomically

TOP = (
    *("CHANGELOG.md", "CITATION.cff", "LICENSE", "LICENSE-DATA", "README.md"),
    *("requirements.txt", "requirements-lab.txt"),
)
"""Files of the checkout's root that the archive has."""

SUMS = "checksums.txt"


def release() -> Path:
    """List the ids of the version that ``CITATION.cff`` names, build the site, pack the archive.

    Raises
    ------
    UserError
        The changelog does not release this version on this date, the data are not sound, or they
        changed after the version was released.
    """
    require_dated()
    build.require_sound()
    note()
    build.build()
    return pack(paths.site())


def require_dated() -> None:
    """Refuse a version whose heading in the changelog is not ``## VERSION, DATE``."""
    about, path = citing.book(), paths.root() / "CHANGELOG.md"
    heading = f"## {about['version']}, {about['date-released']}"
    first = re.search(r"^## .*$", path.read_text(encoding="utf-8"), re.MULTILINE)
    if not first or first[0] != heading:
        told = first[0] if first else "no heading"
        raise UserError(
            f"CHANGELOG.md begins with {told!r} and CITATION.cff releases {heading[3:]!r}; "
            f"make the first heading {heading!r}, or mend CITATION.cff"
        )


def note() -> None:
    """List the present ids and verdicts as those of the version; of one released, change nothing.

    Raises
    ------
    UserError
        The version is released already, and the data changed since.
    """
    version, day = citing.book()["version"], str(citing.book()["date-released"])
    versions, now = released.read(released.VERSIONS), changes.now()
    if version in set(versions["version"]):
        if any(each for kind in changes.since().values() for each in kind.values()):
            raise UserError(
                f"{version} is released already and the data changed since; raise the version in "
                "CITATION.cff, pyproject.toml and CHANGELOG.md"
            )
        return
    if len(versions):
        write_atomically(changes.kept(version), changes.report() + "\n")
    known = released.read(released.NUMBERS).set_index("id")
    first = known["release"].reindex(now.results.index).fillna(version)
    own = now.results.assign(release=first)[known.columns]
    _write(released.NUMBERS, pd.concat([own, known.loc[known.index.difference(own.index)]]))
    verdicts = pd.DataFrame.from_dict(now.claims, orient="index").rename_axis("id")
    _write(released.CLAIMS, verdicts)
    lines = released.read(released.WITHDRAWN).set_index("id")
    _write(released.WITHDRAWN, lines.replace({"release": {"": version}}))
    row = {"version": version, "date": day, "numbers": len(own)}
    _write(released.VERSIONS, pd.concat([versions, pd.DataFrame([row])]).set_index("version"))


def _write(name: str, frame: pd.DataFrame) -> None:
    text = frame.to_csv(lineterminator="\n")
    write_atomically(paths.data() / "survey" / name, text)


def pack(pages: Path) -> Path:
    """Write the archive of a built site and the data; the same content gives the same bytes."""
    about = citing.book()
    name = f"smallbert-{about['version']}"
    files = dict(_files(pages))
    files[crate.METADATA] = crate.of_release(sorted(files)).encode()
    sums = (f"{hashlib.sha256(files[each]).hexdigest()}  {each}\n" for each in sorted(files))
    files[SUMS] = "".join(sums).encode()
    path = paths.build() / "release" / f"{name}.tar.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        path.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for file in sorted(files):
            member = tarfile.TarInfo(f"{name}/{file}")
            member.size = len(files[file])
            archive.addfile(member, io.BytesIO(files[file]))
    return path


def _files(pages: Path) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file, but for the checksums and the metadata."""
    for name in TOP:
        yield name, (paths.root() / name).read_bytes()
    for folder, home in (("site", pages.resolve()), ("data", paths.data())):
        for path in sorted(home.rglob("*")):
            if path.is_file():
                yield f"{folder}/{path.relative_to(home).as_posix()}", path.read_bytes()
    for name, text in every_eval_ever.records().items():
        yield f"every_eval_ever/{name}", text.encode()
