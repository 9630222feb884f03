"""Run the page's script: by the Node.js that Playwright, a test dependency, brings along."""

import json
import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

from smallbert import answers

FOLDER = Path(answers.__file__).parent


def run(expression: str, given) -> object:
    """Return what an expression gives, with `given` and the scripts' functions at hand."""
    scripts = [(FOLDER / name).read_text(encoding="utf-8") for name in ("rule.js", "choose.js")]
    ends = f"process.stdout.write(JSON.stringify({expression}));"
    code = ["const document = { getElementById: () => null };"]  # no page: only its functions
    code += [*scripts, f"const given = {json.dumps(given)};", ends]
    node, _ = compute_driver_executable()
    found = subprocess.run([node, "-"], input="\n".join(code), capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)
