"""The command line: ``smallbert build``, ``check``, ``run``, ``verify``."""

import errno
import sys
from pathlib import Path

import click

from smallbert.faults import UserError

MACHINE_FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
"""A full disk, a used-up quota, a read-only or a forbidden folder."""


class Group(click.Group):
    """Commands whose user errors end in one line and the right status."""

    def invoke(self, ctx: click.Context):
        """Run a command; a user's error becomes a line on stderr."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            click.echo(str(error), err=True)
            ctx.exit(error.status)
        except OSError as error:
            if error.errno not in MACHINE_FAULTS:
                raise
            place = error.filename or "the disk"
            click.echo(f"{place}: {error.strerror}; make room or change its rights", err=True)
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo("stopped; finished notebooks are kept", err=True)
            ctx.exit(130)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="smallbert")
def main() -> None:
    """Build, check and re-execute the book on small BERTs."""


@main.command()
def check() -> None:
    """Check the data: form, words, places, cells, corrections."""
    from smallbert import check, sources

    check.require_sound()
    results = sources.results()
    click.echo(f"{len(sources.keys())} sources, {len(results)} results: sound")


@main.command()
@click.option(
    "--documents",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder that holds the five source documents.",
)
def verify(documents: Path) -> None:
    """Re-find every printed cell in the source documents."""
    from smallbert import check
    from smallbert.verify import verify as look

    check.require_sound()
    tallies = look(documents)
    for tally in tallies:
        found = tally.cells - len(tally.missing)
        click.echo(f"{tally.source}/{tally.table}: {found} of {tally.cells}")
        for message in tally.missing:
            click.echo(f"  not found: {message}")
    cells = sum(tally.cells for tally in tallies)
    missing = sum(len(tally.missing) for tally in tallies)
    click.echo(f"{cells - missing} of {cells} printed cells found")
    sys.exit(1 if missing else 0)


@main.command()
@click.argument("notebook")
@click.option("-p", "--parameter", nargs=2, multiple=True, metavar="NAME VALUE", help="Repeatable.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The executed notebook; by default below _build/runs.",
)
@click.option("--help-notebook", is_flag=True, help="List the notebook's parameters and stop.")
def run(
    notebook: str, parameter: tuple[tuple[str, str], ...], output: Path | None, help_notebook: bool
) -> None:
    """Execute NOTEBOOK by itself, with parameters of your own."""
    from smallbert import execute, notebooks, parameters, paths

    path = notebooks.find(notebook)
    if help_notebook:
        for name, each in parameters.declared(path).items():
            click.echo(f"{name} = {each['default']}\n    {each['help']}")
        return
    values = parameters.convert(path, dict(parameter))
    output = output or paths.build() / "runs" / path.name
    execute.execute(path, output, values)
    click.echo(output)


@main.command()
@click.option("--cold", is_flag=True, help="Start a new Python for each notebook; slower.")
@click.option("--explain", is_flag=True, help="Say for each notebook why it runs or does not.")
def build(cold: bool, explain: bool) -> None:
    """Check the data, execute the notebooks, render the site."""
    from smallbert import cache, notebooks, paths, site

    key = cache.tree(paths.data(), Path(__file__).parent)
    if not cache.holds("data", key):
        from smallbert import kernels  # half a second of imports that unchanged data do not need

        if not cold:
            kernels.warm_up()  # its imports run beside the check
        from smallbert import check  # two seconds more

        check.require_sound()
        cache.remember("data", key)
    executed = paths.build() / "executed"
    stale = cache.stale(notebooks.every(), folder=executed, explain=explain)
    if stale:
        from smallbert import build  # likewise

        build.execute_all(stale, folder=executed, cold=cold)
    click.echo(f"open {site.update(executed)}")


@main.command()
@click.argument("notebook")
@click.option(
    "-p",
    "--parameter",
    nargs=2,
    multiple=True,
    required=True,
    metavar="NAME V1,V2,…",
    help="The values to try, separated by commas. Repeatable: all combinations are run.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Receives the executed notebooks and results.csv; a second call goes on there.",
)
@click.option("--dask", metavar="ADDRESS", help="Run on the cluster of this Dask scheduler.")
@click.option("--cold", is_flag=True, help="Start a new Python for each run; slower.")
def sweep(
    notebook: str, parameter: tuple[tuple[str, str], ...], out: Path, dask: str | None, cold: bool
) -> None:
    """Execute NOTEBOOK under every combination of the values given."""
    from smallbert import notebooks, sweep

    path = notebooks.find(notebook)
    wanted = sweep.sets(path, dict(parameter))
    table = sweep.sweep(path, wanted, out, dask=dask, cold=cold)
    click.echo(f"{len(table)} runs: {out / 'results.csv'}")
