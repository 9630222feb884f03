"""The command line; each command imports what it needs, so that help costs no second."""

import json
import os
import signal
import sys
import webbrowser
from pathlib import Path

import click

from smallbert import paths
from smallbert.errors import UsageError, UserError, of_machine


class Commands(click.Group):
    """Commands of which a user's error ends in one line on stderr and the right status."""

    def invoke(self, ctx: click.Context):
        """Run a command; SIGTERM is as Ctrl-C."""
        os.environ["MPLBACKEND"] = "agg"  # wherever it was started, no window opens
        for name in ("SMALLBERT_ROOT", "SMALLBERT_ASIDE"):
            # a build asks for them a million times, which takes thrice as long if they are missing
            os.environ.setdefault(name, "")
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            stop = getattr(signal, name, signal.SIGINT)  # Windows has fewer
            if signal.getsignal(stop) != signal.SIG_IGN:  # as by nohup
                signal.signal(stop, signal.default_int_handler)
        try:
            if not {"-h", "--help"} & set(ctx.args) and not (paths.data() / "sources").is_dir():
                raise UserError(
                    f"no data at {paths.data()}; run this in a clone of the book's repository, "
                    "installed as its README says, or name one in SMALLBERT_ROOT"
                )
            return super().invoke(ctx)
        except click.BadOptionUsage as error:
            if error.option_name in PARAMETER:
                error.message = f"{error.message.rstrip('.')}; {FORM}."
            raise
        except UserError as error:
            line, status = str(error), error.status
        except OSError as error:
            line, status = of_machine(error), 1
            if not line:
                raise
        except KeyboardInterrupt:
            line, status = "stopped; finished notebooks are kept", 130
        click.echo(line, err=True)
        ctx.exit(status)


def pairs(context: click.Context, option: click.Parameter, given: tuple) -> tuple:
    """Refuse a parameter that is written NAME=VALUE."""
    for name, _ in given:
        if "=" in name:
            raise click.BadParameter(f"{name!r} is no name; {FORM}", context, option)
    return given


FORM = "write -p NAME VALUE, such as -p bits 4"
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
PORT = click.IntRange(0, 65535)
PARAMETER = ("-p", "--parameter")
PAIRS = {"nargs": 2, "multiple": True, "callback": pairs}
SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


@click.group(cls=Commands, context_settings=SETTINGS)
@click.version_option(package_name="smallbert")
def main() -> None:
    """Build, check and re-execute the book on small BERTs."""


@main.command()
@click.argument("key", default="")
def check(key: str) -> None:
    """Check the data and claims of the work KEY; without it, of all and what rests on all of them.

    Each TODO of a work that is begun is named with its line and the words that fit there. The page
    of KEY is run, too. Other works that are not sound have no say in what is asked of KEY.
    """
    from smallbert.data import check, sources

    if not key:
        say_sound([])
        return
    sources.folder(key)
    begun = [] if check.of_common() else check.unsound(key)
    if begun:
        click.echo(f"left aside, as they are not sound: {', '.join(begun)}")
    with paths.without(begun):
        say_sound([key])


def say_sound(wanted: list[str]) -> None:
    """Say that the works wanted, or all, are sound, and what of them is to explain."""
    from smallbert import audit, claims, data
    from smallbert.book import build
    from smallbert.data import sources

    build.require_sound(*wanted)
    key = "".join(wanted)
    if key:
        build.require_page(key)
    checked = (
        [key] if key else [f"{len(sources.keys())} sources", f"{len(claims.all_claims())} claims"]
    )
    checked.append(f"{len(data.results(*wanted))} results")
    unexplained = list(audit.unexplained(key))
    more = f", but {len(unexplained)} to explain" if unexplained else ""
    click.echo(f"{', '.join(checked)}: sound{more}")
    verdicts = audit.audit_table(key)["verdict"].value_counts()
    words = ", ".join(f"{count} {name}" for name, count in verdicts.items())
    click.echo(f"{verdicts.sum()} derived numbers audited{f': {words}' if words else ''}")
    for fault in unexplained:
        click.echo(f"to explain {fault}")


@main.command()
@click.option("--documents", type=FOLDER, help="Folder that holds the documents.")
@click.option("--repositories", type=FOLDER, help="Folder of clones, each as owner/name.")
@click.argument("key", nargs=-1)
def verify(documents: Path | None, repositories: Path | None, key: tuple[str, ...]) -> None:
    """Re-find every printed cell of the works KEY, or of all, in documents or repositories."""
    from smallbert.data import verify

    if not documents and not repositories:
        raise click.UsageError("give --documents DIR, --repositories DIR, or both")
    tallies = verify.verify(documents, *key) if documents else []
    if repositories:
        tallies = [each for each in tallies if not each.unseen]
        tallies += verify.verify_repositories(repositories, *key)
    for tally in tallies:
        if tally.cells:
            found = f"{tally.cells - len(tally.missing)} of {tally.cells}"
            click.echo(f"{tally.source}/{tally.table}: {found}")
        for message in tally.missing:
            click.echo(f"  not found: {message}")
        for why, cells in tally.unseen.items():
            click.echo(f"{tally.source}/{tally.table}: {cells} cells not looked up: {why}")
    cells = sum(tally.cells for tally in tallies)
    missing = sum(len(tally.missing) for tally in tallies)
    unseen = sum(sum(tally.unseen.values()) for tally in tallies)
    more = f"; {unseen} not looked up" if unseen else ""
    click.echo(f"{cells - missing} of {cells} printed cells found{more}")
    sys.exit(1 if missing else 0)


@main.command()
@click.argument("key")
@click.option(
    *("--from", "given"),
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Its tables: Markdown, such as a README, CSV or TSV.",
)
@click.option(
    *("--table", "chosen"),
    multiple=True,
    type=int,
    metavar="NUMBER",
    help="A table to take, by its number in the list that a call without it prints. Repeatable.",
)
def new(key: str, given: Path, chosen: tuple[int, ...]) -> None:
    """Begin the work KEY: folder, notebook, bibliography entry, line of contents.

    Cells are copied as printed and nothing is guessed: what is left to say is TODO.
    """
    from smallbert.book import new
    from smallbert.data import sources, todos

    for path in new.begin(key, given, chosen):
        click.echo(f"wrote {path.relative_to(paths.root())}")
    asked = len(list(todos.unfilled(sources.folder(key))))
    click.echo(f"to do: {asked} places say TODO; smallbert check {key} lists them")


@main.command()
@click.argument("id")
def show(id: str) -> None:
    """Print the card of the number ID: value, place, audit, claims, charts, how to cite it."""
    from smallbert.book import number_cards

    for fact in number_cards.facts(number_cards.card_of_number(id)):
        click.echo(f"{fact.name:<18}{fact.text}")


@main.command()
@click.argument("old", type=FOLDER)
@click.argument("new", type=FOLDER)
def diff(old: Path, new: Path) -> None:
    """Say which numbers and verdicts were added, removed or changed from OLD to NEW.

    Each is the folder data of a site, as built or as in the archive of a release.
    """
    from smallbert.book import diff

    differs = diff.differences(diff.read_version(old), diff.read_version(new))
    click.echo(diff.differences_in_words(differs))


@main.command()
@click.argument("notebook")
@click.option(*PARAMETER, **PAIRS, metavar="NAME VALUE", help="Repeatable.")
@click.option("-o", "--output", type=FILE, help="The executed notebook; else below _build/runs.")
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
def run(
    notebook: str, parameter: tuple[tuple[str, str], ...], output: Path | None, opened: bool
) -> None:
    """Execute NOTEBOOK by itself, with parameters of your own.

    The executed notebook has the numbers of this run in its prose. Next to it, and called like it,
    is a page of the run: one file of HTML with its text, charts and tables.
    """
    from smallbert.book import execute, notebooks
    from smallbert.data import notebook_parameters

    path = notebooks.find(notebook)
    values = notebook_parameters.convert(path, dict(parameter))
    if output and not output.parent.is_dir():
        raise UsageError(f"{output.parent} is no folder; make it, or name another file")
    output = output or paths.build() / "runs" / path.stem / notebooks.run_name(values) / path.name
    if output.resolve() in [path.resolve() for path in notebooks.every()]:
        raise UsageError(f"{output} is a notebook of the book; name another file")
    if output.suffix != ".ipynb":
        raise UsageError(f"{output} is no name of a notebook; end it with .ipynb")
    execute.preload(*execute.IMPORTS)
    execute.apart(execute.RUN, execute.job(path, output, values, execute.common()))
    page = output.with_suffix(".html").resolve()
    click.echo(f"open {page}\nor {output}, for instance in JupyterLab: make lab")
    if opened and not webbrowser.open(page.as_uri()):
        raise UserError(f"no browser was found; open {page}")


@main.command()
@click.argument("page", nargs=-1)
@click.option("--keep-going", is_flag=True, help="Renew the others where a page fails; exit 1.")
def build(page: tuple[str, ...], keep_going: bool) -> None:
    """Check the data, run the notebooks, render the site; what is still true stays.

    With the names of notebooks or of files of book, render the PAGE of each alone, without a check.
    If it is -, all is imported while names are awaited, a line each, from standard input.
    """
    from smallbert.book import build, execute

    if page == ("-",):
        execute.preload(*execute.IMPORTS, *execute.RENDERER)
        if not (page := tuple(sys.stdin.read().splitlines())):
            return  # whoever was to name them is gone
    click.echo(f"open {build.build(*page, keep_going=keep_going, say=click.echo)}")


@main.command()
def release() -> None:
    """Build the book, and pack site, data, lock and metadata into one archive."""
    from smallbert.book import release

    click.echo(release.release())


@main.command()
@click.option("--port", default=8000, type=PORT, help="0 takes a free one.")
def serve(port: int) -> None:
    """Serve the book on this machine while it is edited: build what changed, renew the page."""
    from smallbert.book import serve

    serve.serve(port, lambda line: click.echo(line))


@main.command()
@click.argument("notebook")
@click.option(
    *PARAMETER,
    **PAIRS,
    required=True,
    metavar="NAME V1,V2,…",
    help="The values to try, separated by commas. Repeatable: all combinations are run.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Receives the runs, each with its page, and results.csv; a second call goes on there.",
)
def sweep(notebook: str, parameter: tuple[tuple[str, str], ...], out: Path) -> None:
    """Execute NOTEBOOK under every combination of the values given.

    What its prose says otherwise in one run than in another is printed, [a | b], and is in
    results.csv: a row for each run and value, with its unit and its sentence.
    """
    from smallbert.book import execute, notebooks, parameter_sweep

    path = notebooks.find(notebook)
    wanted = parameter_sweep.parameter_sets(path, dict(parameter))
    execute.preload(*execute.IMPORTS, *[execute.TABLES] * (len(wanted) > 4))
    for line in parameter_sweep.sweep(path, wanted, out):
        click.echo(line)
    click.echo(f"open {out / 'results.csv'}")


def limit(text: str) -> float | None:
    """Return a limit that a user types, none for "none"."""
    try:
        return None if text == "none" else float(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is no number; give one, or none") from None


@main.command()
@click.option(
    "--task",
    default="mnli",
    help="mnli, sst-2, qqp, mrpc, qnli, cola, rte, sts-b, squad, squad-2; embeddings (also "
    "/retrieval, /clustering, /similarity, /classification); names, sentiment, acceptability or "
    "reading with a language: names/german.",
)
@click.option("--max-mb", type=limit, default="150", help="Largest size [MB of 2^20 bytes].")
@click.option("--max-millions", type=limit, help="Most weights [millions].")
@click.option("--max-gops", type=limit, help="Most operations in a pass of 128 tokens [1e9].")
@click.option("--min-factor", type=limit, help="How many times smaller than BERT-base, at least.")
@click.option("--max-ms", type=limit, help="Longest time on the device [ms].")
@click.option("--device", default="cpu", help="cpu, a100, l40s, l4, t4, phone, galaxy-s25, inf2.")
@click.option("--tokens", default=128, help="Length of a text that was measured there.")
@click.option("--base-ms", type=limit, help="BERT-base's time on your machine [ms]: scales all.")
@click.option("--keep", type=limit, default="97", help="Least share of BERT-base's score [%].")
@click.option("--score", type=limit, help="Least score [%].")
@click.option("--can", default="finetune", help="You can: finetune,distil,pretrain; all; none.")
@click.option("--released", is_flag=True, help="Weights must be released.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def choose(as_json: bool, **given) -> None:
    """Answer which models meet your requirements, in order, and where to get them.

    Without options it is the choice with which the book's page opens; "none" lifts a limit. If no
    model meets them, the answer says what comes closest and what is not known.
    """
    from smallbert import answers

    choice = answers.complete(**given)
    answer = answers.answer(choice)
    if as_json:
        click.echo(json.dumps(answers.as_json(choice, answer), indent=1, ensure_ascii=False))
    else:
        click.echo(answers.as_text(choice, answer))
