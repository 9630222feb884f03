"""A Sphinx extension: formulas as MathML, which browsers draw without a script."""

from latex2mathml.converter import convert


def setup(app) -> dict:
    """Register the renderer ``mathml`` for inline and display formulas."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True}


def _inline(translator, node) -> None:
    from docutils.nodes import SkipNode

    translator.body.append(convert(node.astext()))
    raise SkipNode


def _block(translator, node) -> None:
    from docutils.nodes import SkipNode

    formula = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math sb-scroll" tabindex="0">{formula}</div>')
    raise SkipNode
