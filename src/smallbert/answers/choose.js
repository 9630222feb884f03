// The page that chooses: it reads the form, asks the rule, and shows the answer in the words of words.py.
"use strict";

const smallbertPut = (text, values) =>
  Object.entries(values).reduce((own, [name, value]) => own.replaceAll(`{${name}}`, value), text);

// What is said of an answer, as words.py says it.
const smallbertWords = (data, choice) => {
  const { words, wishes, lines } = data;
  const task = data.tasks[choice.task];
  const fill = (name, values) => smallbertPut(words[name], values);
  const plain = (number) => String(Number(number.toPrecision(10)));
  const can = (source) => source.needs.map((each) => data.can[each]).join(", ");
  const about = ({ time }) => `${time.how === "estimated" ? data.sign : ""}${Number(time.ms.toPrecision(3))}`;

  function where({ source }) {
    const ready = source.kind === "embeddings" ? "vectors" : "ready";
    const kind = !source.checkpoint ? "none" : source.needs.length ? "start" : ready;
    return fill(kind, { needs: can(source), weights: data.weights, place: source.place, license: source.license });
  }

  function value(one, name) {
    if (name === "time") return about(one);
    return plain({ kept: one.score?.kept, score: one.score?.value }[name] ?? lines[one.at][name]);
  }

  function reason(one) {
    if (one.status === "meets") return one.surely ? "" : words.unsure;
    if (one.why[0] === "can") return one.source.checkpoint ? fill("needs", { needs: can(one.source) }) : where(one);
    if (one.status === "misses") {
      const wish = wishes.find(({ name }) => name === one.why[0]);
      const { asked } = choice.limits.find(({ name }) => name === one.why[0]);
      const says = smallbertPut(wish.says, { value: value(one, wish.name) });
      return fill("misses", { says, sense: wish.least ? "least" : "most", asked: plain(asked) });
    }
    const missing = Object.fromEntries(wishes.map((each) => [each.name, each.missing]));
    Object.assign(missing, { task: fill("unscored", { task: task.name, metric: task.metric }), released: data.weights });
    const implied = one.why.includes("task") ? ["kept", "score"] : [];
    return one.why.filter((each) => !implied.includes(each)).map((each) => missing[each]).join("; ");
  }

  function take(answer) {
    const [first, line] = [answer.lines[0], lines[answer.lines[0].at]];
    const names = [...new Set(answer.tied.map((at) => lines[at].of).filter((of) => of !== line.of))];
    const more = names.length > data.named ? fill("more", { count: names.length - data.named }) : "";
    const tied = names.slice(0, data.named).join(more ? "; " : " and ") + more;
    const { kind, checkpoint, hub } = first.source;
    const code = hub && smallbertPut(data.snippets[kind], { checkpoint, ...data.heads[choice.task] }).match(/model = (.*)/)[1];
    return fill("take", {
      model: `${line.model} ${line.precision}`.trim(),
      metric: task.metric,
      score: first.score.says,
      set: first.score.set,
      size: line.size ? fill("size", { value: plain(line.size) }) : words["no size"],
      time: first.time ? fill("time", { value: about(first) }) : words["no time"],
      where: where(first),
      tied: names.length ? fill("tied", { names: tied }) : "",
      load: hub ? fill("load", { code }) + (line.bits === 8 ? words.eight : "") : "",
    });
  }

  function summary(answer) {
    const first = answer.lines[0];
    const count = (status) => answer.lines.filter((one) => one.status === status).length;
    const said = [fill("count", { meets: count("meets"), unknown: count("not known"), all: answer.lines.length })];
    if (task.alone) said.push(words.alone);
    const own = choice.scale && plain(choice.base_ms / choice.scale);
    if (choice.scale) {
      const { carries } = data.devices[choice.device];
      said.push(fill("scaled", { base: plain(choice.base_ms), own, carries }));
    }
    if (first.status === "meets") {
      const catches = first.marks.length ? [fill("mind", { marks: first.marks.join("; ") })] : [];
      const known = lines[first.at].words;
      if (known.length) catches.push(fill("know", { words: known.join("; ") }));
      if (words[first.score.how]) catches.push(words[first.score.how]);
      return [take(answer), ...catches, ...said];
    }
    const test = first.status === "not known" && first.source.checkpoint;
    const nearer = (one, two) => two.why.length - one.why.length || two.off - one.off;
    const near = test ? first : answer.lines.reduce((one, two) => (nearer(one, two) < 0 ? two : one));
    return [words.nothing, fill(test ? "test" : "near", { model: lines[near.at].model, why: reason(near) }), ...said];
  }

  return { about, reason, summary };
};

// The page: `root` holds the form, whose answer to its first choice stands there already.
const smallbertPage = (root, data, load) => {
  const [form, status, place, plot, rest] = ["form", ".sb-status", ".sb-answer", ".sb-plot", ".sb-rest"].map((each) =>
    root.querySelector(each),
  );
  const field = form.elements;
  const axis = root.querySelector("[name=axis]");
  const NUMBERS = [...data.wishes.map((each) => each.wish), "base_ms"];
  const CAN = Object.keys(data.can);
  const SHOWN = 12; // lines at first
  const opens = JSON.parse(root.dataset.opens); // the choice with which the form opens

  const make = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...inside);
    return element;
  };

  // ---- the choice: form, wishes, address

  const readForm = () => ({
    task: field.task.value,
    can: CAN.filter((each) => [...field.can].some((box) => box.value === each && box.checked)),
    device: field.device.value,
    tokens: Number(field.tokens.value),
    released: field.released.checked,
    ...Object.fromEntries(NUMBERS.map((name) => [name, field[name].value === "" ? null : Number(field[name].value)])),
  });

  function writeLengths(device, tokens) {
    const known = data.devices[device].tokens;
    field.tokens.replaceChildren(...known.map((each) => make("option", { value: each }, String(each))));
    field.tokens.value = known.includes(tokens) ? tokens : known.includes(128) ? 128 : known[0];
  }

  function writeForm(wishes) {
    for (const name of ["task", "device"]) field[name].value = wishes[name];
    writeLengths(wishes.device, wishes.tokens);
    for (const name of NUMBERS) field[name].value = wishes[name] ?? "";
    for (const box of field.can) box.checked = wishes.can.includes(box.value);
    field.released.checked = wishes.released;
    const seldom = Object.keys(wishes).filter((name) => field[name] instanceof RadioNodeList || field[name]?.closest("details"));
    form.querySelector("details").open ||= seldom.some((name) => String(wishes[name]) !== String(opens[name]));
  }

  // The length of a text where nobody says it.
  const usual = (device) => [128, data.devices[device]?.tokens[0]].find((each) => data.devices[device]?.tokens.includes(each));

  // The address names what is set; what it leaves out is not asked for.
  function toAddress(wishes) {
    const parts = { ...wishes, can: wishes.can.join(",") || "none", released: wishes.released || null };
    const named = Object.entries(parts).filter(([, value]) => value !== null);
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
      tokens: Number(named.get("tokens") ?? usual(named.get("device") ?? "cpu")),
      released: named.get("released") === "true",
      ...Object.fromEntries(NUMBERS.map((name) => [name, named.has(name) ? Number(named.get(name)) : null])),
    };
  }

  const baseOf = (wishes) => data.bases[`${wishes.device}/${wishes.tokens}`];

  // What the rule takes: the limits that are set, and by what the times are multiplied.
  function choiceOf(wishes) {
    const { alone, pool } = data.tasks[wishes.task];
    const limits = data.wishes.filter(({ wish }) => wishes[wish] !== null && !(alone && wish === "keep"));
    const scale = wishes.base_ms === null ? null : wishes.base_ms / baseOf(wishes);
    return { ...wishes, pool, scale, limits: limits.map(({ wish, name, least }) => ({ name, least, asked: wishes[wish] })) };
  }

  // What is wrong with a choice, in one sentence; empty where nothing is.
  function faultOf(wishes) {
    const odd = wishes.can.find((each) => !CAN.includes(each));
    const fits = ({ wish, least, most }) => wishes[wish] === null || (wishes[wish] >= least && wishes[wish] <= most);
    const bad = data.numbers.find((each) => !fits(each));
    if (!(wishes.task in data.tasks)) return `Task ${wishes.task} is unknown; choose one of the list.`;
    if (odd !== undefined) return `Ability ${odd} is unknown; use ${CAN.join(", ")}.`;
    if (!(wishes.device in data.devices)) return `Device ${wishes.device} is unknown; choose one of the list.`;
    if (!data.devices[wishes.device].tokens.includes(wishes.tokens))
      return `No time is known there for ${wishes.tokens} tokens; choose a length of the list.`;
    if (wishes.base_ms !== null && !baseOf(wishes))
      return `BERT-base was not timed there at ${wishes.tokens} tokens: leave its time on your machine out.`;
    return bad ? `${field[bad.wish].closest("label").innerText.trim()}: give a number from ${bad.least} to ${bad.most}.` : "";
  }

  // ---- what is shown

  let remark = ""; // on the address, until the reader changes something

  function update() {
    const wishes = readForm();
    const bad = NUMBERS.some((name) => field[name].validity.badInput) ? "Give a number, or leave the field empty." : "";
    const fault = bad || faultOf(wishes);
    if (fault) return void (status.textContent = fault);
    const choice = choiceOf(wishes);
    const found = smallbertRule(choice, data.lines);
    const told = smallbertWords(data, choice);
    const of = (name) => found.lines.filter((each) => each.status === name);
    const good = of("meets");
    const [said, ...why] = told.summary(found);
    const [first, code = ""] = said.split(/(?= Load it: )/);
    status.replaceChildren(remark && `${remark} `, make("strong", {}, first), `${code} ${why.join(" ")}`);
    const device = data.devices[wishes.device].words;
    root.querySelector(".sb-device").textContent = smallbertPut(data.words.device, { words: device });
    place.replaceChildren(...tableOf(told, wishes, good.slice(0, SHOWN), true), ...folded(told, wishes, "More that meet it", good.slice(SHOWN)));
    rest.replaceChildren(
      ...folded(told, wishes, "Not known to meet it", of("not known"), !good.length),
      ...reasonsOf(told, "What rules out the others", of("misses")),
    );
    stackAll(root);
    drawing = () => draw(wishes, found, told, said);
    drawn = drawn.then(drawing);
    return wishes;
  }

  function tableOf(told, wishes, judged, ranked = false) {
    if (!judged.length) return [];
    const heads = ["Model", `${data.tasks[wishes.task].metric} [%]`, "Of BERT-base [%]", "MB", "ms", "Weights [M]", "G operations"];
    const head = make("tr", {}, ...heads.map((each) => make("th", { scope: "col" }, each)));
    const body = judged.map((each, index) => rowOf(told, wishes, each, ranked ? `${index + 1}. ` : ""));
    const table = make("table", { class: "sb-table" }, make("thead", {}, head), make("tbody", {}, ...body));
    return [make("div", { class: "sb-scroll", tabindex: "0" }, table)];
  }

  const folded = (told, wishes, title, judged, open = false) =>
    judged.length
      ? [make("details", open ? { open: "" } : {}, make("summary", {}, `${title}: ${judged.length}`), ...tableOf(told, wishes, judged))]
      : [];

  function rowOf(told, wishes, one, rank) {
    const [line, { source, score, time }] = [data.lines[one.at], one];
    const small = (text) => make("small", {}, text);
    const notes = [told.reason(one), ...one.marks, ...line.words, score?.words, source.note].filter(Boolean);
    const name = `${line.model} ${line.precision}`.trim();
    const link = line.page ? make("a", { href: `../${line.page}` }, name) : name;
    const first = make("th", { scope: "row" }, rank, make("strong", {}, link), small(line.technique), takes(wishes, line, source));
    if (notes.length) first.append(small(notes.join("; ")));
    const works = score && `${score.set}${score.works > 1 ? `, ${score.works} works` : ""}`;
    const cells = [
      score ? [make("a", { href: `../${score.card || line.page}` }, score.says), small(works)] : ["–"],
      [score?.kept == null ? "–" : score.kept.toFixed(1)],
      [line.size ?? "–"],
      [time ? make("span", { title: time.words }, told.about(one)) : "–"],
      ...[line.parameters, line.operations].map((each) => [each ?? "–"]),
    ];
    return make("tr", {}, first, ...cells.map((each) => make("td", {}, ...each)));
  }

  // Where to get it and how to load it, or what one would have to do.
  function takes(wishes, line, source) {
    const needs = source.needs.map((each) => data.can[each]).join(", ");
    if (!source.checkpoint) return make("small", {}, `${data.weights}; you would have to ${needs}`);
    const names = { checkpoint: source.checkpoint, ...data.heads[wishes.task] };
    names.model = source.kind === "to fine-tune" ? data.own : source.checkpoint;
    const code = [smallbertPut(data.snippets[source.kind], names)];
    const shaped = source.kind !== "embeddings" || line.operations !== null; // tables of vectors have no graph
    const eight = line.bits === 8 && shaped ? data.eight[data.devices[wishes.device].kind] : "";
    if (eight) code.push(smallbertPut(eight, names));
    const link = make("a", { href: source.url, rel: "noreferrer" }, source.hub ? source.checkpoint : "download");
    const whole = make("small", {}, link, ` (${source.license})${needs ? `, then ${needs}` : source.kind === "embeddings" ? "" : ", fine-tuned"}`);
    if (source.hub) whole.append(make("details", {}, make("summary", {}, "load it"), make("pre", {}, code.join("\n"))));
    return whole;
  }

  function reasonsOf(told, title, judged) {
    const reasons = new Map();
    for (const each of judged) {
      const text = told.reason(each);
      reasons.set(text, [...(reasons.get(text) ?? []), data.lines[each.at].model]);
    }
    const items = [...reasons].map(([text, own]) => make("li", {}, make("strong", {}, own.join("; ")), `: ${text}`));
    const head = make("summary", {}, `${title}: ${judged.length}`);
    return judged.length ? [make("details", {}, head, make("ul", {}, ...items))] : [];
  }

  let [drawn, drawing] = [Promise.resolve(), null];

  // All lines with a score against what they cost; the lowest scores would press the others together.
  async function draw(wishes, found, told, said) {
    if (!window.vegaEmbed) await load("vega.js");
    const cost = ({ at, time }) => (axis.value === "time" ? time?.ms : data.lines[at][axis.value]) ?? null;
    const every = found.lines.filter((one) => one.score && cost(one));
    const least = every.map(({ score }) => score.value).sort((a, b) => a - b)[Math.floor(every.length / 20)];
    const shown = every.filter(({ score }) => score.value >= least);
    shown.sort((a, b) => cost(a) - cost(b) || b.score.value - a.score.value);
    const [wide, middle] = [root.clientWidth > 600, shown.length && cost(shown[Math.floor(shown.length / 2)])];
    const { name, metric } = data.tasks[wishes.task];
    const titles = { axis: data.axes[axis.value], score: `${name}, ${metric} [%]` };
    let best = 0;
    const points = shown.map((one) => {
      const [line, x] = [data.lines[one.at], cost(one)];
      const front = one.score.value > best;
      best = Math.max(best, one.score.value);
      const name = `${line.model} ${line.precision}`.trim();
      const [quantity, unit] = data.axes[axis.value].split(/ \[|\]/);
      const tip = [name, `${titles.score}: ${one.score.says}`, `${quantity}: ${axis.value === "time" ? told.about(one) : x} ${unit}`].join("\n");
      return { x, score: one.score.value, of: line.of, front, met: one.status === "meets", tip, page: line.page && `../${line.page}`, label: front && wide ? line.model.replace(/ in 8 bits$/, ", 8 bits") : "", left: x > middle };
    });
    const spec = JSON.parse(JSON.stringify(data.chart), (_, value) => typeof value === "string" ? smallbertPut(value, titles) : value);
    root.querySelector(".sb-chart output").textContent = found.lines.length - points.length;
    root.querySelector(".sb-chart").hidden = false;
    document.getElementById("pick-chart")?.toggleAttribute("hidden", true);
    return drawChart(plot, spec, points, said);
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
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return { changed, follow, reset, lengths: () => writeLengths(field.device.value, Number(field.tokens.value)) };
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
  const open = () => (page ??= load("lines.js").then(() => smallbertPage(root, smallbertData, load)));
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
  for (const card of document.querySelectorAll(".sb-ask"))
    card.addEventListener("click", async () => card.hash === location.hash && (await open()).follow());
  form.hidden = false;
  if (asked()) open().then(({ follow }) => follow());
})();
