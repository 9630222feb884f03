"""Commands that bring a fine-tuned model to where it shall run, in 8 bits where that helps.

The only place that writes them: model pages print all, the page that chooses those of the device.
What is in braces is of `smallbert.answers.snippets.task_head`; ``{model}`` is a name on the Hugging
Face Hub or a folder. All were run on a classifier with random weights, with the versions they name,
on Linux with an x86 processor, in November 2026, except where `PLACES` says so; the heads for names
and embeddings were not run.
"""

from smallbert.answers.snippets import task_head

OWN_MODEL = "my-model"
"""The folder of a model that readers fine-tune, or unpack, themselves."""

EXPORT = """\
python3 -m venv onnx && . onnx/bin/activate  # its own: it needs transformers below 4.58
pip install "optimum-onnx[onnxruntime]==0.1.0"
optimum-cli export onnx --model {model} --task {pipeline} --library transformers my-onnx
"""

CPU = (
    EXPORT
    + """\
# x86 with VNNI (lscpu lists avx512_vnni or avx_vnni; without, its sums overflow): --avx512_vnni
SET=--avx2  # other x86; ARM: --arm64
optimum-cli onnxruntime quantize --onnx_model my-onnx $SET -o my-onnx-8-bits
# ALBERT and DeBERTa: export with --optimize O1 too, else 8 bits shrink them little
python - <<'END'
from optimum.onnxruntime import ORTModelFor{head}
from transformers import AutoTokenizer
tokenizer = AutoTokenizer.from_pretrained("my-onnx-8-bits")
model = ORTModelFor{head}.from_pretrained("my-onnx-8-bits", file_name="model_quantized.onnx")
print(model(**tokenizer("A text.", return_tensors="pt")))
END"""
)

PHONE = """\
python3.11 -m venv lite && . lite/bin/activate
pip install litert-torch==0.10.0 ai-edge-litert==2.3.0 transformers==5.24.0
python - <<'END'
import litert_torch
from ai_edge_quantizer import quantizer, recipe
from transformers import {auto}, AutoTokenizer
tokenizer = AutoTokenizer.from_pretrained("{model}")
model = {auto}.from_pretrained("{model}", return_dict=False).eval()
text = tokenizer("A text.", padding="max_length", max_length=128, return_tensors="pt")
inputs = (text["input_ids"], text["attention_mask"])  # the file takes them as 32-bit integers
litert_torch.convert(model, inputs).export("my-model.tflite")
eight = quantizer.Quantizer("my-model.tflite", recipe.dynamic_wi8_afp32()).quantize()
eight.export_model("my-model-8-bits.tflite", overwrite=True)
END"""

BROWSER = (
    EXPORT
    + """\
optimum-cli onnxruntime quantize --onnx_model my-onnx --avx2 -o my-onnx-8-bits
mkdir -p models/mine/onnx && cp my-onnx/*.json models/mine
cp my-onnx-8-bits/model_quantized.onnx models/mine/onnx
npm install --ignore-scripts @huggingface/transformers@4.3.2  # the scripts fetch CUDA
cat > run.mjs <<'END'
import { env, pipeline } from "@huggingface/transformers";
env.allowLocalModels = true;
env.allowRemoteModels = false;
env.localModelPath = "models/";
const model = await pipeline("{pipeline}", "mine", { dtype: "q8" });
console.log(await model({inputs}));
END
node run.mjs  # a page runs the same lines, with models/ on its server"""
)

GPU = """\
# MobileBERT: bfloat16, for it loses its scores in float16
# 16 bits; ONNX Runtime's dynamic 8 bits do not run on a GPU
from transformers import pipeline
model = pipeline("{pipeline}", model="{model}", dtype="float16", device="cuda")"""

PLACES = {
    "cpu": ("On a processor, in 8 bits", "bash", CPU),
    "phone": ("On a phone, in 8 bits (LiteRT; run here on x86, not on a phone)", "bash", PHONE),
    "browser": ("In a browser, in 8 bits (run here in Node.js and Chromium)", "bash", BROWSER),
    "gpu": ("On a GPU, in 16 bits (not run here)", "python", GPU),
}
"""By kind of a device, as in ``data/survey/devices.csv``: what is made, the language, the lines."""

INPUTS = {
    "text-classification": '"A text."',
    "token-classification": '"A text."',
    "feature-extraction": '"A text."',
    "question-answering": '"Who wrote it?", "She wrote it."',
}
"""What a pipeline of transformers.js takes."""


def commands(place: str, kind: str, checkpoint: str, task: str) -> str:
    """Return what brings a checkpoint of a kind to a place of `PLACES`, for a task.

    Of what is to be fine-tuned first, and of a file that is not on the Hub, the model is the
    folder `OWN_MODEL`.
    """
    _, _, commands_of_place = PLACES[place]
    for name, value in _values_in_braces(kind, checkpoint, task).items():
        # not str.format: the commands have braces of their own
        commands_of_place = commands_of_place.replace("{" + name + "}", value)
    return commands_of_place


def _values_in_braces(kind: str, checkpoint: str, task: str) -> dict[str, str]:
    ready = kind != "to fine-tune" and "://" not in checkpoint
    head = task_head(task)
    model = checkpoint if ready else OWN_MODEL
    return head | {"model": model, "inputs": INPUTS[head["pipeline"]]}
