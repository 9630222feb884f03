"""Points that stand apart from a straight line through the others."""

import numpy as np
from scipy import special

from smallbert.claims.correlation import LEAST
from smallbert.claims.material import LackingError


def distances(x, y) -> np.ndarray:
    """Return how far each point lies from the line through the others, in standard errors.

    The externally studentised residual: the prediction's standard error comes from the other
    points alone, so a point cannot hide itself. It follows Student's t with n - 3 degrees of
    freedom (Cook and Weisberg 1982, Residuals and Influence in Regression, section 2.2.2).
    """
    if len(x) < LEAST:
        raise LackingError(f"{LEAST} points; there are {len(x)}")
    sides = np.column_stack([np.ones(len(x)), x]).astype(float)
    hat = sides @ np.linalg.pinv(sides)
    residuals, left = y - hat @ y, 1 - np.diag(hat)
    error = np.sqrt((residuals @ residuals - residuals**2 / left) / (len(x) - 3) * left)
    return np.asarray(residuals / error, dtype=float)


def quantiles(points: int, *, level: float) -> tuple[float, float]:
    """Return the distance that one point chosen beforehand, and that any point, must exceed.

    Two-sided quantiles of Student's t with n - 3 degrees of freedom; the second is Bonferroni's
    for n points, since an outlier is picked after looking at all of them.
    """
    return tuple(-special.stdtrit(points - 3, (1 - level) / 2 / many) for many in (1, points))
