// The page that chooses: it reads the form, asks the rule, and shows the answer in the sentences of
// words.py.
"use strict";

const smallbertPut = (text, values) =>
  Object.entries(values).reduce((done, [name, value]) => done.replaceAll(`{${name}}`, value), text);

// What is said of an answer, function by function as words.py says it.
const smallbertWords = (data, choice) => {
  const { sentences, wishes, candidates } = data;
  const task = data.tasks[choice.task];
  const filled = (name, values) => smallbertPut(sentences[name], values);
  const plainNumber = (number) => String(Number(number.toPrecision(10)));
  const needsInWords = (source) => source.needs.map((need) => data.can[need]).join(", ");

  function roundedTime({ time }) {
    const sign = time.how === "estimated" ? data.sign : "";
    return `${sign}${Number(time.ms.toPrecision(3))}`;
  }

  function whereToGet({ source }) {
    const ready = source.kind === "embeddings" ? "vectors" : "ready";
    const kind = !source.checkpoint ? "none" : source.needs.length ? "start" : ready;
    const { place, license } = source;
    return filled(kind, { needs: needsInWords(source), weights: data.weights, place, license });
  }

  function limitedNumber(judged, name) {
    if (name === "time") return roundedTime(judged);
    const { kept, value } = judged.score ?? {};
    return plainNumber({ kept, score: value }[name] ?? candidates[judged.index][name]);
  }

  function reason(judged) {
    if (judged.status === "meets") return judged.surely ? "" : sentences.unsure;
    if (judged.why[0] === "can") {
      const needs = filled("needs", { needs: needsInWords(judged.source) });
      return judged.source.checkpoint ? needs : whereToGet(judged);
    }
    if (judged.status === "misses") {
      const wish = wishes.find(({ name }) => name === judged.why[0]);
      const limit = choice.limits.find(({ name }) => name === wish.name);
      const says = smallbertPut(wish.says, { value: limitedNumber(judged, wish.name) });
      const sense = wish.least ? "least" : "most";
      return filled("misses", { says, sense, asked: plainNumber(limit.asked) });
    }
    const missing = Object.fromEntries(wishes.map((wish) => [wish.name, wish.missing]));
    missing.task = filled("unscored", { task: task.name, metric: task.metric });
    missing.released = data.weights;
    const implied = judged.why.includes("task") ? ["kept", "score"] : [];
    const unknown = judged.why.filter((name) => !implied.includes(name));
    return unknown.map((name) => missing[name]).join("; ");
  }

  function tiedModels(models) {
    const count = models.length - data.named;
    const more = count > 0 ? filled("more", { count }) : "";
    return models.slice(0, data.named).join(more ? "; " : " and ") + more;
  }

  function take(answer) {
    const first = answer.ranked[0];
    const candidate = candidates[first.index];
    const models = answer.tied.map((index) => candidates[index].of);
    const tied = [...new Set(models.filter((model) => model !== candidate.of))];
    let load = "";
    if (first.source.hub) {
      const { kind, checkpoint } = first.source;
      const names = { checkpoint, ...data.heads[choice.task] };
      const [, code] = smallbertPut(data.snippets[kind], names).match(/model = (.*)/);
      load = filled("load", { code }) + (candidate.bits === 8 ? sentences.eight : "");
    }
    const { size } = candidate;
    const { time } = first;
    return filled("take", {
      model: `${candidate.model} ${candidate.precision}`.trim(),
      metric: task.metric,
      score: first.score.says,
      set: first.score.set,
      size: size ? filled("size", { value: plainNumber(size) }) : sentences["no size"],
      time: time ? filled("time", { value: roundedTime(first) }) : sentences["no time"],
      where: whereToGet(first),
      tied: tied.length ? filled("tied", { names: tiedModels(tied) }) : "",
      load,
    });
  }

  function catches(first) {
    const said = first.marks.length ? [filled("mind", { marks: first.marks.join("; ") })] : [];
    const { words } = candidates[first.index];
    if (words.length) said.push(filled("know", { words: words.join("; ") }));
    return sentences[first.score.how] ? [...said, sentences[first.score.how]] : said;
  }

  function counts(answer) {
    const count = (status) => answer.ranked.filter((judged) => judged.status === status).length;
    const [meets, unknown, all] = [count("meets"), count("not known"), answer.ranked.length];
    const said = [filled("count", { meets, unknown, all })];
    if (task.alone) said.push(sentences.alone);
    if (choice.scale) {
      const [base, own] = [choice.base_ms, choice.base_ms / choice.scale].map(plainNumber);
      said.push(filled("scaled", { base, own, carries: data.devices[choice.device].carries }));
    }
    return said;
  }

  function inSentences(answer) {
    const first = answer.ranked[0];
    if (first.status === "meets") return [take(answer), ...catches(first), ...counts(answer)];
    const test = first.status === "not known" && first.source.checkpoint;
    const nearer = (a, b) => a.why.length - b.why.length || a.off - b.off;
    const nearest = (a, b) => (nearer(b, a) < 0 ? b : a);
    const near = test ? first : answer.ranked.reduce(nearest);
    const { model } = candidates[near.index];
    const named = filled(test ? "test" : "near", { model, why: reason(near) });
    return [sentences.nothing, named, ...counts(answer)];
  }

  return { roundedTime, reason, inSentences };
};

// The page: `root` holds the form, whose answer to its first choice stands there already.
const smallbertPage = (root, data, load) => {
  const parts = ["form", ".sb-status", ".sb-answer", ".sb-plot", ".sb-rest"];
  const [form, status, place, plot, rest] = parts.map((part) => root.querySelector(part));
  const field = form.elements;
  const axis = root.querySelector("[name=axis]");
  const NUMBERS = [...data.wishes.map(({ wish }) => wish), "base_ms"];
  const CAN = Object.keys(data.can);
  const opens = JSON.parse(root.dataset.opens); // the choice with which the form opens

  const make = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...inside);
    return element;
  };

  // ---- the choice: form, wishes, address

  const numbersFrom = (read) => Object.fromEntries(NUMBERS.map((name) => [name, read(name)]));

  function readForm() {
    const ticked = [...field.can].filter((box) => box.checked).map((box) => box.value);
    return {
      task: field.task.value,
      can: CAN.filter((ability) => ticked.includes(ability)),
      device: field.device.value,
      tokens: Number(field.tokens.value),
      released: field.released.checked,
      ...numbersFrom((name) => (field[name].value === "" ? null : Number(field[name].value))),
    };
  }

  function writeLengths(device, tokens) {
    const lengths = data.devices[device].tokens;
    const options = lengths.map((length) => make("option", { value: length }, String(length)));
    field.tokens.replaceChildren(...options);
    field.tokens.value = lengths.includes(tokens) ? tokens : usualLength(device);
  }

  function writeForm(wishes) {
    for (const name of ["task", "device"]) field[name].value = wishes[name];
    writeLengths(wishes.device, wishes.tokens);
    for (const name of NUMBERS) field[name].value = wishes[name] ?? "";
    for (const box of field.can) box.checked = wishes.can.includes(box.value);
    field.released.checked = wishes.released;
    const isFolded = (name) =>
      field[name] instanceof RadioNodeList || field[name]?.closest("details");
    const differs = (name) => String(wishes[name]) !== String(opens[name]);
    const seldom = Object.keys(wishes).filter(isFolded);
    form.querySelector("details").open ||= seldom.some(differs);
  }

  // The length of a text where nobody says it.
  function usualLength(device) {
    const lengths = data.devices[device]?.tokens ?? [];
    return lengths.includes(128) ? 128 : lengths[0];
  }

  // The address names what is set; what it leaves out is not asked for.
  function toAddress(wishes) {
    const can = wishes.can.join(",") || "none";
    const fields = { ...wishes, can, released: wishes.released || null };
    const named = Object.entries(fields).filter(([, value]) => value !== null);
    return "#" + named.map(([name, value]) => `${name}=${value}`).join("&");
  }

  function fromAddress() {
    const named = new URLSearchParams(location.hash.slice(1));
    if (!named.has("task")) return null;
    const can = named.get("can") ?? "all";
    return {
      task: named.get("task"),
      can: can === "all" ? CAN : can === "none" ? [] : can.split(","),
      device: named.get("device") ?? "cpu",
      tokens: Number(named.get("tokens") ?? usualLength(named.get("device") ?? "cpu")),
      released: named.get("released") === "true",
      ...numbersFrom((name) => (named.has(name) ? Number(named.get(name)) : null)),
    };
  }

  const baseOf = (wishes) => data.bases[`${wishes.device}/${wishes.tokens}`];

  // What the rule takes: the limits that are set, and by what the times are multiplied.
  function choiceOf(wishes) {
    const { alone, pool } = data.tasks[wishes.task];
    const limited = ({ wish }) => wishes[wish] !== null && !(alone && wish === "keep");
    const limit = ({ wish, name, least }) => ({ name, least, asked: wishes[wish] });
    const limits = data.wishes.filter(limited).map(limit);
    const scale = wishes.base_ms === null ? null : wishes.base_ms / baseOf(wishes);
    const { task, can, device, tokens, released, base_ms } = wishes;
    return { task, pool, can, device, tokens, released, base_ms, scale, limits };
  }

  // What is wrong with a choice, in one sentence; empty where nothing is.
  function faultOf(wishes) {
    const odd = wishes.can.find((ability) => !CAN.includes(ability));
    const device = data.devices[wishes.device];
    const outside = ({ wish, least, most }) =>
      wishes[wish] !== null && !(wishes[wish] >= least && wishes[wish] <= most);
    const bad = data.numbers.find(outside);
    if (!(wishes.task in data.tasks))
      return `Task ${wishes.task} is unknown; choose one of the list.`;
    if (odd !== undefined) return `Ability ${odd} is unknown; use ${CAN.join(", ")}.`;
    if (!device) return `Device ${wishes.device} is unknown; choose one of the list.`;
    if (!device.tokens.includes(wishes.tokens))
      return `No time is known there for ${wishes.tokens} tokens; choose a length of the list.`;
    if (wishes.base_ms !== null && !baseOf(wishes))
      return (
        `BERT-base was not timed there at ${wishes.tokens} tokens: ` +
        "leave its time on your machine out."
      );
    if (!bad) return "";
    const label = field[bad.wish].closest("label").innerText.trim();
    return `${label}: give a number from ${bad.least} to ${bad.most}.`;
  }

  // ---- what is shown

  let remark = ""; // on the address, until the reader changes something

  function update() {
    const wishes = readForm();
    const empty = "Give a number, or leave the field empty.";
    const bad = NUMBERS.some((name) => field[name].validity.badInput) ? empty : "";
    const fault = bad || faultOf(wishes);
    if (fault) return void (status.textContent = fault);
    const choice = choiceOf(wishes);
    const answer = smallbertRule(choice, data.candidates);
    const words = smallbertWords(data, choice);
    const [advice, ...further] = words.inSentences(answer);
    const [first, code = ""] = advice.split(/(?= Load it: )/);
    const bold = make("strong", {}, first);
    status.replaceChildren(remark && `${remark} `, bold, `${code} ${further.join(" ")}`);
    const device = data.devices[wishes.device].words;
    const times = smallbertPut(data.sentences.device, { words: device });
    root.querySelector(".sb-device").textContent = times;
    showAnswer(answer, words, wishes);
    stackAll(root);
    drawing = () => draw(wishes, answer, words, advice);
    drawn = drawn.then(drawing);
    return wishes;
  }

  function showAnswer(answer, words, wishes) {
    const of = (name) => answer.ranked.filter((judged) => judged.status === name);
    const [met, unknown] = [of("meets"), of("not known")];
    place.replaceChildren(
      ...tableOf(words, wishes, met.slice(0, data.shown), true),
      ...folded(words, wishes, "More that meet it", met.slice(data.shown)),
    );
    rest.replaceChildren(
      ...folded(words, wishes, "Not known to meet it", unknown, !met.length),
      ...reasonsOf(words, "What rules out the others", of("misses")),
    );
  }

  function tableOf(words, wishes, ranked, numbered = false) {
    if (!ranked.length) return [];
    const score = `${data.tasks[wishes.task].metric} [%]`;
    const costs = ["MB", "ms", "Weights [M]", "G operations"];
    const titles = ["Model", score, "Of BERT-base [%]", ...costs];
    const heads = titles.map((title) => make("th", { scope: "col" }, title));
    const number = (at) => (numbered ? `${at + 1}. ` : "");
    const rows = ranked.map((judged, at) => rowOf(words, wishes, judged, number(at)));
    const head = make("thead", {}, make("tr", {}, ...heads));
    const table = make("table", { class: "sb-table" }, head, make("tbody", {}, ...rows));
    return [make("div", { class: "sb-scroll", tabindex: "0" }, table)];
  }

  function folded(words, wishes, title, ranked, open = false) {
    if (!ranked.length) return [];
    const summary = make("summary", {}, `${title}: ${ranked.length}`);
    const table = tableOf(words, wishes, ranked);
    return [make("details", open ? { open: "" } : {}, summary, ...table)];
  }

  const small = (...inside) => make("small", {}, ...inside);

  function rowOf(words, wishes, judged, rank) {
    const candidate = data.candidates[judged.index];
    const { score, time } = judged;
    const cells = [
      score ? scoreOf(candidate, score) : ["–"],
      [score?.kept == null ? "–" : score.kept.toFixed(1)],
      [candidate.size ?? "–"],
      [time ? make("span", { title: time.words }, words.roundedTime(judged)) : "–"],
      [candidate.parameters ?? "–"],
      [candidate.operations ?? "–"],
    ];
    const head = nameOf(words, wishes, judged, rank);
    return make("tr", {}, head, ...cells.map((inside) => make("td", {}, ...inside)));
  }

  function scoreOf(candidate, score) {
    const works = score.works > 1 ? `, ${score.works} works` : "";
    const link = make("a", { href: `../${score.card || candidate.page}` }, score.says);
    return [link, small(`${score.set}${works}`)];
  }

  function nameOf(words, wishes, judged, rank) {
    const candidate = data.candidates[judged.index];
    const { source, score, marks } = judged;
    const said = [words.reason(judged), ...marks, ...candidate.words, score?.words, source.note];
    const notes = said.filter(Boolean);
    const name = `${candidate.model} ${candidate.precision}`.trim();
    const link = candidate.page ? make("a", { href: `../${candidate.page}` }, name) : name;
    const inside = [make("strong", {}, link), small(candidate.technique)];
    inside.push(takes(wishes, candidate, source));
    if (notes.length) inside.push(small(notes.join("; ")));
    return make("th", { scope: "row" }, rank, ...inside);
  }

  // Where to get it and how to load it, or what one would have to do.
  function takes(wishes, candidate, source) {
    const needs = source.needs.map((need) => data.can[need]).join(", ");
    if (!source.checkpoint) return small(`${data.weights}; you would have to ${needs}`);
    const tuned = source.kind === "embeddings" ? "" : ", fine-tuned";
    const name = source.hub ? source.checkpoint : "download";
    const link = make("a", { href: source.url, rel: "noreferrer" }, name);
    const where = small(link, ` (${source.license})${needs ? `, then ${needs}` : tuned}`);
    if (!source.hub) return where;
    const code = make("pre", {}, codeOf(wishes, candidate, source));
    where.append(make("details", {}, make("summary", {}, "load it"), code));
    return where;
  }

  function codeOf(wishes, candidate, source) {
    const names = { checkpoint: source.checkpoint, ...data.heads[wishes.task] };
    names.model = source.kind === "to fine-tune" ? data.own : source.checkpoint;
    const code = [smallbertPut(data.snippets[source.kind], names)];
    // Tables of vectors have no graph that a runtime could store in 8 bits.
    const shaped = source.kind !== "embeddings" || candidate.operations !== null;
    const { kind } = data.devices[wishes.device];
    const eight = candidate.bits === 8 && shaped ? data.eight[kind] : "";
    if (eight) code.push(smallbertPut(eight, names));
    return code.join("\n");
  }

  function reasonsOf(words, title, ranked) {
    if (!ranked.length) return [];
    const reasons = new Map();
    for (const judged of ranked) {
      const reason = words.reason(judged);
      const models = reasons.get(reason) ?? [];
      reasons.set(reason, [...models, data.candidates[judged.index].model]);
    }
    const item = ([reason, models]) =>
      make("li", {}, make("strong", {}, models.join("; ")), `: ${reason}`);
    const summary = make("summary", {}, `${title}: ${ranked.length}`);
    return [make("details", {}, summary, make("ul", {}, ...[...reasons].map(item)))];
  }

  // ---- the chart

  let [drawn, drawing] = [Promise.resolve(), null];

  // All candidates with a score against what they cost; the lowest scores would press the others
  // together.
  async function draw(wishes, answer, words, advice) {
    if (!window.vegaEmbed) await load("vega.js");
    const { name, metric } = data.tasks[wishes.task];
    const titles = { axis: data.axes[axis.value], score: `${name}, ${metric} [%]` };
    const points = pointsOf(answer, words, titles);
    const put = (_, value) => (typeof value === "string" ? smallbertPut(value, titles) : value);
    const spec = JSON.parse(JSON.stringify(data.chart), put);
    root.querySelector(".sb-chart output").textContent = answer.ranked.length - points.length;
    root.querySelector(".sb-chart").hidden = false;
    document.getElementById("pick-chart")?.toggleAttribute("hidden", true);
    return drawChart(plot, spec, points, advice);
  }

  function pointsOf(answer, words, titles) {
    const number = ({ index, time }) =>
      axis.value === "time" ? time?.ms : data.candidates[index][axis.value];
    const cost = (judged) => number(judged) ?? null;
    const scored = answer.ranked.filter((judged) => judged.score && cost(judged));
    const values = scored.map(({ score }) => score.value).sort((a, b) => a - b);
    const least = values[Math.floor(values.length / 20)];
    const shown = scored.filter(({ score }) => score.value >= least);
    shown.sort((a, b) => cost(a) - cost(b) || b.score.value - a.score.value);
    const middle = shown.length && cost(shown[Math.floor(shown.length / 2)]);
    const wide = root.clientWidth > 600;
    const [quantity, unit] = titles.axis.split(/ \[|\]/);
    let best = 0;
    return shown.map((judged) => {
      const [candidate, x] = [data.candidates[judged.index], cost(judged)];
      const { value, says } = judged.score;
      const front = value > best;
      best = Math.max(best, value);
      const label = front && wide ? candidate.model.replace(/ in 8 bits$/, ", 8 bits") : "";
      const name = `${candidate.model} ${candidate.precision}`.trim();
      const spent = axis.value === "time" ? words.roundedTime(judged) : x;
      const tip = [name, `${titles.score}: ${says}`, `${quantity}: ${spent} ${unit}`].join("\n");
      const met = judged.status === "meets";
      const page = candidate.page && `../${candidate.page}`;
      const [of, left] = [candidate.of, x > middle];
      return { x, score: value, of, front, met, tip, page, label, left };
    });
  }

  // ---- what the reader does

  function changed() {
    remark = "";
    const wishes = update();
    if (wishes) history.replaceState(null, "", toAddress(wishes));
  }

  function reset() {
    remark = "";
    writeForm(opens);
    update();
    history.replaceState(null, "", location.pathname + location.search);
  }

  function follow() {
    const wishes = fromAddress();
    const fault = wishes ? faultOf(wishes) : "";
    remark = fault && `${fault} The default choice is shown.`;
    writeForm(wishes && !fault ? wishes : opens);
    update();
    status.scrollIntoView();
  }

  const redraw = () => (drawn = drawn.then(() => drawing?.()));
  axis.addEventListener("input", redraw);
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const lengths = () => writeLengths(field.device.value, Number(field.tokens.value));
  return { changed, follow, reset, lengths };
};

(() => {
  const root = document.getElementById("sb-choose");
  if (!root) return;
  const form = root.querySelector("form");
  const load = (name) =>
    new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = root.dataset.files + name;
      script.addEventListener("load", done);
      script.addEventListener("error", fail);
      document.head.append(script);
    });
  let page; // once a reader chooses, with all that it needs to answer
  const start = () => smallbertPage(root, smallbertData, load);
  const open = () => (page ??= load("lines.js").then(start));
  const asked = () => new URLSearchParams(location.hash.slice(1)).has("task");

  form.addEventListener("focusin", open, { once: true });
  form.addEventListener("input", async (event) => {
    const { changed, lengths } = await open();
    if (event.target.name === "device") lengths();
    changed();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", async (event) => {
    event.preventDefault();
    (await open()).reset();
  });
  addEventListener("hashchange", async () => {
    if (asked()) (await open()).follow();
    else if (page && !location.hash) (await page).reset(); // back from a card's address
  });
  const again = async (card) => card.hash === location.hash && (await open()).follow();
  for (const card of document.querySelectorAll(".sb-ask"))
    card.addEventListener("click", () => again(card));
  form.hidden = false;
  if (asked()) open().then(({ follow }) => follow());
})();
