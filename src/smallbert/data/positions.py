"""Where in a file a cell or a setting stands, counted from 1."""

import yaml


def of_cell(text: str, record: int, field: int) -> tuple[int, int]:
    """Return line and column of a CSV's cell.

    Parameters
    ----------
    text : str
        The whole file; a quoted cell may run over several lines.
    record, field : int
        Both counted from 0; record 0 is the header.
    """
    line, column, at, quoted = 1, 1, (0, 0), False
    for char in text:
        if at == (record, field):
            break
        column += 1
        if char == '"':
            quoted = not quoted
        elif char == "," and not quoted:
            at = (at[0], at[1] + 1)
        elif char == "\n":
            line, column = line + 1, 1
            at = at if quoted else (at[0] + 1, 0)
    return (line,)


def of_byte(content: bytes, offset: int) -> tuple[int, int]:
    """Return line and column, in characters of UTF-8, of the byte at `offset`."""
    before = content[:offset].split(b"\n")
    return (len(before),)


def of_setting(text: str, *path: str | int) -> tuple[int, int]:
    """Return line and column of a setting in a YAML text, or of the last part of `path` found."""
    node = yaml.compose(text, Loader=yaml.CSafeLoader)
    mark = node.start_mark
    for key in path:
        child = _child(node, key)
        if child is None:
            break
        mark, node = child
    return (mark.line + 1,)


def _child(node: yaml.Node, key: str | int):
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
        return node.value[key].start_mark, node.value[key]
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value == key:
                return name.start_mark, value
    return None
