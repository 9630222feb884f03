"""What of this code a run rests on: the functions and constants that its arm reaches, as one hash.

A run counts as long as its hash is today's, so that a change measures again what uses it and
nothing else. Names are followed through the syntax trees of both packages, from `RUN` on. Of a
table that is named in `ENTRIES` only the entries are followed that the arm takes: a new technique
is a new entry, and makes no other run due.
"""

import ast
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path

from experiments.compress import tasks
from experiments.compress.arms import Arm, find, needed

RUN = ("experiments.compress.lab.run", "experiments.compress.lab.Lab.run")
"""Where a run on a budget begins."""

GRID = (*RUN, "experiments.compress.training.EPOCHS")
"""Where a run of the grid begins, which all have so many epochs."""

MAKING = ("experiments.compress.lab.Lab.make",)
"""What decides a stored model."""

PREPARING = ("experiments.compress.making.general",)
"""What decides a start that is trained before any task."""

WITH_EXITS = ("experiments.compress.exits.run_with_exits",)
WITH_SECOND = ("experiments.compress.second_encoder.run_of_second",)
"""Where a run of an arm with exits begins, and one of the second encoder, which rest on what the
others' begins with, too.
"""

NAMED = ("experiments.compress.lab.Lab", "experiments.compress.arms.Arm")
"""Classes that every run has, of which only those methods count that are called."""

LEFT_OUT = (
    "experiments.compress.arms.Arm.__post_init__",  # refuses what cannot be, and changes nothing
    "experiments.compress.arms.WORDS",
    # what these say of an arm is in the hash as it is
    *(
        f"experiments.compress.arms.{name}"
        for name in ("every", "find", "needed", "plan", "read_arms", "starts")
    ),
    "experiments.compress.packages.FILES",  # a package is known by its name and version
    "experiments.compress.training.Progress",  # is only shown
    "experiments.compress.training.SHOWN",
    "experiments.compress.used_code.",
)
"""How names begin that are not followed."""

ENTRIES: dict[str, Callable[[Arm, str], set]] = {
    "experiments.compress.encoder.CODES": lambda arm, task: {arm.bits},
    "experiments.compress.making.STEPS": lambda arm, task: filled(arm).keys(),
    "experiments.compress.making.PREPARED": lambda arm, task: {arm.start},
    "experiments.compress.training.DISTANCES": lambda arm, task: {*arm.losses},
    "experiments.compress.training.GROWN": lambda arm, task: {arm.selection},
    "experiments.compress.scoring.SCORERS": lambda arm, task: {arm.scored_in},
    # which word pieces are kept, the rows of every task decide
    "experiments.compress.tasks.MAKERS": lambda arm, task: None if arm.pieces else {task},
    "experiments.compress.tasks.FURTHER": lambda arm, task: {task},
}
"""Tables of which an arm takes some entries, and which these are; None for all."""

Definitions = dict[str, list[ast.AST]]

Named = set[tuple[str, str]]
"""Full names or attributes, each with an empty string for the other."""


def filled(arm: Arm) -> dict[str, object]:
    """Return the cells of an arm that say something, so that a new empty column changes none."""
    usual = {each.name: each.default for each in fields(Arm)}
    return {name: value for name, value in asdict(arm).items() if value != usual[name]}


def source_of(module: str) -> str:
    """Return the text of a module of the experiments."""
    return Path(__file__).parents[2].joinpath(*module.split(".")).with_suffix(".py").read_text()


Source = Callable[[str], str]


@cache
def code_of(name: str, task: str, begins: tuple[str, ...], source: Source = source_of) -> str:
    """Return the SHA-256 of all that an arm's run on a task rests on, that of `needed` arms, too.

    `begins` names the functions where it begins; `source` gives a module's text, and a test gives
    a changed one.
    """
    arm, modules = find(name), modules_of(source)
    parts = [json.dumps(filled(arm)), task]
    parts += [code_of(each, task, begins, source) for each in sorted(needed(arm))]
    begins += (WITH_EXITS if arm.exit else ()) + (WITH_SECOND if task in tasks.OF_SECOND else ())
    texts = modules.reached(arm, task, begins)
    parts += [f"{each}\n{text}" for each, text in sorted(texts.items())]
    return hashlib.sha256("\n\n".join(parts).encode()).hexdigest()


@cache
def modules_of(source: Source) -> "Modules":
    """Return the modules that a source gives the text of."""
    return Modules(source)


class Modules:
    """The modules of the experiments as definitions by their full names, read when first asked."""

    def __init__(self, source: Source):
        self.source = source
        self.scopes: dict[str, dict[str, str]] = {}  # what a name means, by module
        self.definitions: Definitions = {}  # functions, methods, constants
        self.methods: dict[str, list[str]] = {}  # full names of the methods of a class
        self.read_once: dict[str, tuple[str, Named]] = {}  # text of a definition, what it names

    def reached(self, arm: Arm, task: str, begins: tuple[str, ...]) -> dict[str, str]:
        """Return the text of every definition that is reached, by its full name."""
        texts: dict[str, str] = {}
        classes, attributes, waiting = {*NAMED}, set(), [*begins]
        while waiting:
            name = waiting.pop()
            if name in texts or name.startswith(LEFT_OUT) or not self.knows(name):
                continue
            if name in self.methods:
                classes.add(name)
                waiting += [each for each in self.methods[name] if _is_called_unnamed(each)]
            if name in ENTRIES:
                texts[name], named = self.read_nodes(name, self.of_entries(name, arm, task))
            else:
                texts[name], named = self.definition(name)
            waiting += [reference for reference, _ in named if reference]
            attributes |= {attribute for _, attribute in named}
            waiting += self.called(classes, attributes) - texts.keys()
        return {name: text for name, text in texts.items() if text}

    def called(self, classes: set[str], attributes: set[str]) -> set[str]:
        """Return the methods of some classes that attributes may be.

        Whose an attribute is, is not known: that of every class that is reached counts.
        """
        methods = {each for name in classes if self.knows(name) for each in self.methods[name]}
        return {each for each in methods if each.rpartition(".")[2] in attributes}

    def definition(self, name: str) -> tuple[str, Named]:
        """Return the text of a definition, and what it names."""
        if name not in self.read_once:
            self.read_once[name] = self.read_nodes(name, self.definitions.get(name, []))
        return self.read_once[name]

    def read_nodes(self, name: str, nodes: list[ast.AST]) -> tuple[str, Named]:
        """Return the text of the statements of a definition, and what they name."""
        named = {pair for node in nodes for pair in self.references(name, node)}
        return "\n".join(map(ast.unparse, nodes)), named

    def of_entries(self, name: str, arm: Arm, task: str) -> list[ast.AST]:
        """Return the entries of a table that an arm takes, in their order."""
        keys = ENTRIES[name](arm, task)
        if keys is None:
            return self.definitions[name]
        (table,) = (each.value for each in self.definitions[name])
        pairs = zip(table.keys, table.values, strict=True)
        return [ast.Dict([key], [value]) for key, value in pairs if ast.literal_eval(key) in keys]

    def knows(self, name: str) -> bool:
        """Read the module of a definition, and return whether it has it."""
        module = ".".join(name.split(".")[:3])
        if module not in self.scopes:
            self.read(module)
        return name in self.definitions or name in self.methods

    def read(self, module: str) -> None:
        """Read what a module defines and imports, without words and types."""
        scope = self.scopes[module] = {}
        for node in _Bare().visit(ast.parse(self.source(module))).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("experiments"):
                for each in node.names:
                    scope[each.asname or each.name] = f"{node.module}.{each.name}"
            for name in _bound(node):
                full = scope[name] = f"{module}.{name}"
                if isinstance(node, ast.ClassDef):
                    self.read_class(full, node)
                else:
                    self.definitions.setdefault(full, []).append(node)

    def read_class(self, name: str, node: ast.ClassDef) -> None:
        """Read the methods of a class; what else it says, and its bases, are its definition."""
        self.methods[name] = []
        self.definitions[name] = [*node.bases]
        for each in node.body:
            if isinstance(each, ast.FunctionDef):
                full = f"{name}.{each.name}"
                self.methods[name].append(full)
                self.definitions.setdefault(full, []).append(each)  # a setter has the same name
            elif not isinstance(each, ast.Pass):
                self.definitions[name].append(each)

    def references(self, name: str, node: ast.AST) -> Iterator[tuple[str, str]]:
        """Yield the full name or the attribute of all that a definition names."""
        scope = self.scopes[".".join(name.split(".")[:3])]
        for each in ast.walk(node):
            if isinstance(each, ast.Name):
                yield scope.get(each.id, ""), ""
            elif isinstance(each, ast.Attribute):
                within = scope.get(each.value.id, "") if isinstance(each.value, ast.Name) else ""
                yield f"{within}.{each.attr}" if within.count(".") == 2 else "", each.attr


class _Bare(ast.NodeTransformer):
    """Takes docstrings and annotations away, which decide nothing."""

    def visit_Expr(self, node: ast.Expr):
        return ast.Pass() if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef):
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign):
        if node.value is None:
            return ast.Pass()
        return self.generic_visit(ast.Assign([node.target], node.value, lineno=node.lineno))


def _bound(node: ast.AST) -> list[str]:
    """Return the names that a statement of a module binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    within = (each for target in targets if target for each in ast.walk(target))
    return [each.id for each in within if isinstance(each, ast.Name)]


def _is_called_unnamed(method: str) -> bool:
    """Return whether a method is called without its name: by Python, or by PyTorch."""
    name = method.rpartition(".")[2]
    return name == "forward" or (name.startswith("__") and name.endswith("__"))
