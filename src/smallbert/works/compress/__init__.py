"""One encoder, every technique: what this book measured, whether it was expected, its drawings."""

from smallbert.works.compress.agreement import (
    OTHER_SEED,
    answer_changes,
    arms_near,
    beyond_other_seed,
    changed_answers,
    differences_at_one_loss,
    drawn_changes,
)
from smallbert.works.compress.budget_expectations import (
    budget_answers,
    budget_value,
)
from smallbert.works.compress.budget_tables import (
    budget_answers_shown,
    budget_arms_shown,
    encoders_shown,
    tries_shown,
)
from smallbert.works.compress.budgets import (
    best_so_far,
    best_tried_rates,
    budget_losses,
    budget_results,
    budget_scores,
    budget_tasks,
    dial_scores,
    equal_fits,
    losses_beyond_seeds,
    losses_of_encoders,
    scores_by_epoch,
    tried_scores,
)
from smallbert.works.compress.calibration import overconfidence
from smallbert.works.compress.drawing import (
    LABELS,
    TECHNIQUE_OF_GROUP,
    draw_budgets,
    draw_techniques,
)
from smallbert.works.compress.expectations import (
    captions_on_encoder,
    condition_answers,
    expected_statements,
    losses_away,
    measured_value,
)
from smallbert.works.compress.runs import (
    HOME_TEST,
    KEY,
    SIZE_CLASSES,
    arm_losses,
    arm_scores,
    arm_sizes,
    arms,
    bootstrap_interval,
    confidence_set,
    epochs,
    failed_baselines,
    holm,
    learned,
    p_values,
    read_table,
    right_answers,
    runs,
    seeds,
    size_class,
    tasks,
    tests,
    written_before,
)
from smallbert.works.compress.slices import (
    class_slices,
    common_classes,
    described_items,
    length_bounds,
    length_losses_away,
    length_slices,
    right_by_class,
    slice_losses,
    technique_slice_losses,
)
from smallbert.works.compress.tables import (
    above_majority,
    changes_near,
    learning_rates,
    losses_by_slice,
    measured_arms,
    size_classes,
    size_classes_shown,
    slices_in_words,
    slices_shown,
    summed_losses,
    test_levels,
    timed_shapes,
)
from smallbert.works.compress.words import (
    BUDGET_TITLES,
    TASK_TITLES,
    lost_in_words,
    value_in_words,
)
