// What a BERT costs, by the formulas of the reading guide, as smallbert.cost counts it.
const SHAPE = {
  layers: { words: "Layers", value: 12 },
  hidden: { words: "Width", value: 768 },
  feed_forward: { words: "Feed-forward width", required: false }, // empty: four times the width
  vocabulary: { words: "Vocabulary", value: 30522 },
  bits: {
    words: "Bits of a weight",
    value: 32,
    min: 0.1,
    max: 32,
    step: "any",
    title: "a number from 0.1 to 32",
  },
};

function costs(
  { layers, hidden, feed_forward, vocabulary, bits },
  tokens = 128,
  positions = 512,
  types = 2,
) {
  const products = 4 * hidden ** 2 + 2 * hidden * feed_forward;
  const embeddings = (vocabulary + positions + types) * hidden + 2 * hidden;
  const parameters =
    layers * (products + 9 * hidden + feed_forward) + embeddings + hidden ** 2 + hidden;
  const multiplyAdds = layers * (tokens * products + 2 * tokens ** 2 * hidden) + hidden ** 2;
  return { parameters, megabytes: (parameters * bits) / 8 / 2 ** 20, operations: 2 * multiplyAdds };
}

document.addEventListener("DOMContentLoaded", () => {
  const place = document.querySelector(".sb-calculator");
  if (!place) return;
  const [form, result] = [
    make("form", { className: "sb-filter", onsubmit: () => false }),
    make("output"),
  ];
  for (const [name, { words, ...own }] of Object.entries(SHAPE)) {
    form.append(make("label", { textContent: `${words} ` }));
    form.lastChild.append(
      make("input", {
        name,
        type: "number",
        min: 1,
        required: true,
        title: "a whole number from 1",
        ...own,
      }),
    );
  }
  const short = (number) => number.toLocaleString("en", { maximumSignificantDigits: 4 });
  const show = () => {
    const { hidden, feed_forward } = form.elements;
    feed_forward.placeholder = 4 * hidden.value;
    const wrong = form.querySelector("input:invalid");
    const given = [...new FormData(form)].map(([name, value]) => [
      name,
      Number(value || feed_forward.placeholder),
    ]);
    const { parameters, megabytes, operations } = costs(Object.fromEntries(given));
    const sizes = `${parameters.toLocaleString("en")} parameters, ${short(megabytes)} MB`;
    const counted = `${sizes}, ${short(operations / 1e9)} GFLOPs for 128 tokens`;
    result.value = wrong ? `${wrong.labels[0].textContent.trim()}: give ${wrong.title}` : counted;
  };
  form.addEventListener("input", show);
  place.replaceChildren(form, result);
  show();
});
