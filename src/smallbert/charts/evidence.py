"""Every model of a technique, with its baseline and its factor."""

import pandas as pd

from smallbert.charts import tables
from smallbert.data import vocabulary


def evidence_table(technique: str, rows: pd.DataFrame) -> None:
    """Publish rows of `smallbert.compare.evidence` as the table ``<technique>-table``."""
    tasks, metrics = (vocabulary.names(name) for name in ("tasks", "metrics"))
    frame = pd.DataFrame(
        {
            "Model": rows["model"],
            "Source": rows["source"],
            "Task": rows["task"].map(tasks) + ", " + rows["metric"].map(metrics),
            "Split": rows["split"],
            "Baseline": rows["baseline"],
            "Score [%]": rows["score"].map("{:.1f}".format),
            "Baseline's [%]": rows["baseline_score"].map("{:.1f}".format),
            "Of the baseline [%]": rows["retained"].map("{:.1f}".format),
            "Factor [x]": rows["factor"].map("{:.2f}".format),
            "Factor is": rows["factor_origin"],
            "Score is": rows["origin"],
        }
    )
    frame = frame.sort_values(["Split", "Source"], kind="stable").reset_index(drop=True)
    fold = f"{len(frame)} row{'' if len(frame) == 1 else 's'}, each with its baseline"
    tables.table(f"{technique}-table", frame, data=rows, groups="Split", fold=fold)
