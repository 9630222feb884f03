"""What explains a line of the audit, as far as documents and cited works tell."""

OWN_RUN = "its own run of BERT_BASE: the table's other scores of it differ from the deck's too"
OTHER_SPLIT = "the tables name no split for it; test and dev scores of one model differ by as much"
OTHER_GLUE = "another GLUE score: the figure mixes dev and test, with and without WNLI"
LATER_REPORT = "the slide cites an earlier report of DistilBERT than the poster"
ROUGH = "the reading is further off than its half-width"
BORROWED = "the slide's table has no teacher; this is BERT_BASE of the deck's other table"

NOTES: dict[str, str] = {
    "cao2020deformer/claims/one-quarter/mnli-after/remark-after": "rounded it would be 83",
    "cao2020deformer/table1/mnli/bert-base/shared-number": OTHER_SPLIT,
    "cao2020deformer/table1/squad/speedup/speedup": (
        "no device is named; the GPU's times, which are taken here, come nearest"
    ),
    "desislavov2021compute/points/bert-base/operations/shared-number": (
        "the figure's paper counts the embedding as a matrix product, the deck's does not"
    ),
    "desislavov2021compute/points/bert-base/glue-score/shared-number": OTHER_GLUE,
    "desislavov2021compute/points/bert-base/glue-score/figure-read": ROUGH,
    "desislavov2021compute/points/elmo/glue-score/shared-number": OTHER_GLUE,
    "desislavov2021compute/points/elmo/glue-score/figure-read": ROUGH,
    "desislavov2021compute/points/gpt-1/glue-score/shared-number": (
        "the deck's row is GPT with supplementary training on other tasks (STILTs)"
    ),
    "desislavov2021compute/points/gpt-1/glue-score/figure-read": ROUGH,
    "desislavov2021compute/points/mobilebert/glue-score/shared-number": OTHER_GLUE,
    "ganesh2021case/effectiveness/adabert/poster-4-average-drop/average-drop": (
        "one cell a point lower would give it, cut off; the published table prints the same"
    ),
    "ganesh2021case/effectiveness/bert-base/qqp-score/shared-number": OTHER_SPLIT,
    "ganesh2021case/effectiveness/distilbert/mnli-accuracy/shared-number": LATER_REPORT,
    "ganesh2021case/effectiveness/distilbert/sst-2-accuracy/shared-number": LATER_REPORT,
    "ganesh2021case/effectiveness/extreme-48/sst-2-accuracy/shared-number": (
        "the row takes MNLI from DualTrain + SharedProjDown and SST-2 from DualTrain + "
        "SharedProjUp: no one student has both"
    ),
    "ganesh2021case/effectiveness/minilm/size-with-embeddings/size-share": (
        "parameters of PKD with 6 layers, which has MiniLM's shape"
    ),
    "ganesh2021case/effectiveness/mobilebert-8-bit/size-without-embeddings/size-share": (
        "a quarter of the row that the 8-bit model is made from"
    ),
    "ganesh2021case/effectiveness/movement-pruning/poster-4-average-drop/average-drop": (
        "doubtful: no other average of the table needs hidden digits"
    ),
    "guo2019rpp/claims/one-tenth/mnli-after/remark-after": (
        "MNLIM, the mismatched half, rounds to it"
    ),
    "guo2019rpp/claims/one-tenth/size-fraction/remark-size": (
        "of the weights that are pruned; embeddings counted, more is left"
    ),
    "guo2019rpp/table1a/rpp-59.3/mrpc-change/change": (
        "the other three rows imply one baseline, this one another; score or bracket is off"
    ),
    "sun2020mobilebert/claims/one-quarter/mnli-before/remark-before": (
        "the slide itself puts a question mark; rounded it would be 85"
    ),
    "turc2019wellread/claims/half/mnli-before/remark-before": BORROWED,
    "turc2019wellread/claims/one-tenth/mnli-before/remark-before": BORROWED,
    "turc2019wellread/claims/one-twenty-fifth/mnli-before/remark-before": BORROWED,
    "turc2019wellread/claims/two-sevenths/mnli-before/remark-before": BORROWED,
    "yang2024memory3/points/gemma-2b-it/few-shot-7-average/figure-read": (
        "the mean of the row's seven tasks is nearer to the reading than the row's average"
    ),
    "yang2024memory3/points/qwen1.5-1.8b-chat/parameters-without-embeddings/figure-read": (
        "the reading has the size of the name"
    ),
    "yang2024memory3/points/vicuna-13b-v1.5/few-shot-7-average/figure-read": ROUGH,
    "yang2024memory3/published_table16/gemma-2b-it/few-shot-7-average/few-shot-average": (
        "the row is doubtful: a copy error cannot be excluded"
    ),
    "yang2024memory3/published_table16/gemma-7b-it/few-shot-7-average/few-shot-average": (
        "a last digit at most"
    ),
    "zhao2019extreme/table3/pkd-3/compression-factor/compression-factor": (
        "hidden size and vocabulary as printed are misread: 708 for 768 and 30322 for 30522"
    ),
    "zhao2019extreme/table3/teacher/mnli-m-accuracy/shared-number": OWN_RUN,
    "zhao2019extreme/table3/teacher/mnli-mm-accuracy/shared-number": OWN_RUN,
    "zhao2019extreme/table3/teacher/mrpc-f1/shared-number": OWN_RUN,
}
"""By the id of the line."""


def of(id: str) -> str:
    """Return the note of a line; empty where there is none."""
    return NOTES.get(id, "")
