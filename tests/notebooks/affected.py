"""Which cells of a notebook a change of names can reach: those that name them, and what follows."""

import ast
from collections.abc import Collection, Iterator

STATEMENTS = (ast.FunctionDef, ast.ClassDef)


def affected(sources: list[str], changed: Collection[str] | None) -> list[bool]:
    """Return for each cell, in order, whether it can give something else than before.

    Parameters
    ----------
    sources : list of str
        The code of the cells, that with the parameters first.
    changed : collection of str, optional
        Parameters that have other values than when the cells last ran; if not given, all can.
    """
    if changed is None:
        return [True] * len(sources)
    reached, imported, found = set(changed), set(), []
    for tree in map(ast.parse, sources):
        nodes = list(ast.walk(tree))
        imported |= {name for node in nodes for name in _imported(node)}
        named = {node.id for node in nodes if isinstance(node, ast.Name)}
        found.append(not found or bool(named & reached))
        if found[-1] and len(found) > 1:
            reached |= {name for node in nodes for name in _written(node)} - imported
    return found


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (each.asname or each.name.split(".")[0] for each in node.names)


def _written(node: ast.AST) -> Iterator[str]:
    """Yield what a node binds or may alter in place: a statement that calls a method may."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        if isinstance(node.ctx, ast.Store | ast.Del):
            yield from _root(node)
    elif isinstance(node, STATEMENTS):
        yield node.name
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        if isinstance(method := node.value.func, ast.Attribute):
            yield from _root(method)


def _root(node: ast.AST) -> Iterator[str]:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        yield node.id
