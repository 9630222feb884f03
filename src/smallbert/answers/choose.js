// The page that chooses: judges the lines of the table as answers/choose.py does, and shows them.
"use strict";

const smallbertPut = (text, values) =>
  Object.entries(values).reduce((own, [name, value]) => own.replaceAll(`{${name}}`, value), text);

// What a line takes: weights to fine-tune if the reader can, else those of the task.
const smallbertGet = (line, wishes) => {
  const [ready, plain] = [line.get[wishes.task], line.get[""]];
  const able = plain.checkpoint && plain.needs.every((each) => wishes.can.includes(each));
  return able || !ready ? plain : ready;
};

// Python's `answer`, with the same words; the site's tests hold the two against each other.
const smallbertAnswer = (data, wishes) => {
  const { lines, words, status: STATUS } = data;
  const at = `${wishes.device}/${wishes.tokens}`;
  const SPEEDS = [false, null, true]; // no faster than BERT-base; null where nobody knows
  const plain = (number) => String(Number(number.toPrecision(10)));
  const fill = (name, values) => smallbertPut(words[name], values);
  const getOf = (line) => smallbertGet(line, wishes);
  const scoreOf = (line) => line.scores[wishes.task];
  const timeOf = (line) => line.times[at] ?? [null, "", ""];
  const isScore = (name) => name === "kept" || name === "score";

  // Weights must be released and none are known here; somebody may have them.
  const unreleased = (line) => wishes.released && !getOf(line).checkpoint;

  const valueOf = (line, name) => (name === "time" ? timeOf(line)[0] : isScore(name) ? scoreOf(line)[name] : line[name]);

  function judge(line) {
    const found = Object.fromEntries(STATUS.map((each) => [each, []]));
    const [get, score] = [getOf(line), scoreOf(line)];
    if (unreleased(line)) found["not known"].push(get.last);
    const lacking = get.needs.filter((each) => !wishes.can.includes(each)).map((each) => data.can[each]);
    const how = get.checkpoint ? "needs" : "unreleased";
    if (lacking.length) found.misses.push(fill(how, { needs: lacking.join(", "), weights: data.weights }));
    if (!score) found["not known"].push(fill("unscored", { task: data.tasks[wishes.task] }));
    let missed = found.misses.length;
    let off = missed ? 1e9 : 1;
    for (const { name, wish, sense, says, missing } of data.limits) {
      const [limit, ofScore] = [wishes[wish], isScore(name)];
      if (limit === null || (ofScore && !score)) continue;
      const value = valueOf(line, name);
      if (value === null) {
        found["not known"].push(missing);
        continue;
      }
      const how = name === "time" ? timeOf(line)[1] : "";
      const half = ofScore ? (score.half ?? 0) : 0;
      const asks = fill(sense, { limit: plain(limit) });
      const texts = { says: smallbertPut(says, { value: plain(value), how }), asks, half };
      if (ofScore && !score.works && value + half >= limit) found["not known"].push(words.repeated);
      else if (sense === "most" ? value > limit : value < limit) {
        const near = ofScore && value + half >= limit ? "close" : "misses";
        found[near].push(fill(near, texts));
      } else if (ofScore && score.estimated) found.meets.push(words.estimate);
      if (found.misses.length > missed) {
        missed += 1;
        off = Math.max(off, value / limit, limit / value);
      }
    }
    const status = [...STATUS].reverse().find((each) => found[each].length) ?? STATUS[0];
    const texts = status === "misses" ? found[status].slice(0, 1) : found[status];
    return { status, text: texts.join("; "), missed, off };
  }

  const estimated = (line) =>
    Boolean(scoreOf(line)?.estimated) || scoreOf(line)?.works === 0 || (wishes.max_ms !== null && timeOf(line)[1] === "estimated");

  function orderOf(line, judged) {
    const kept = scoreOf(line)?.kept ?? null;
    const fast = (wishes.max_ms !== null || wishes.max_gops !== null) && judged.status === STATUS[0];
    const first = [STATUS.indexOf(judged.status), kept === null, getOf(line).last !== "", estimated(line)];
    return [...first, fast ? 0 : SPEEDS.indexOf(line.slow), -(kept ?? scoreOf(line)?.score ?? 0), line.size ?? 1e9, judged.at].map(Number);
  }

  // Whether another score on the same set is no further behind than both may be off.
  function tie(own, other) {
    if (own.examples !== other.examples || own.half === null || other.half === null) return false;
    const behind = own.score - other.score;
    return behind <= 0 || behind * behind <= own.half * own.half + other.half * other.half;
  }

  // Those that may score as well as the first, the smallest first, if no size is asked.
  function tiedOf(keyed) {
    if (["max_mb", "max_millions", "min_factor"].some((name) => wishes[name] !== null)) return [];
    if (keyed[0].judged.status !== STATUS[0]) return [];
    const lineOf = ({ judged }) => lines[judged.at];
    const alike = ({ order }) => order.slice(0, 5).every((each, index) => each === keyed[0].order[index]);
    const tied = keyed.filter((each) => alike(each) && tie(scoreOf(lineOf(keyed[0])), scoreOf(lineOf(each))));
    const easy = (each) => [Number(!getOf(lineOf(each)).hub), lineOf(each).size ?? 1e9];
    return tied.sort((one, two) => easy(one)[0] - easy(two)[0] || easy(one)[1] - easy(two)[1]);
  }

  function summaryOf(judged, highest) {
    const count = (status) => judged.filter((each) => each.status === status).length;
    const [first, line] = [judged[0], lines[judged[0].at]];
    const [met, close, unknown] = STATUS.map(count);
    const counted = fill("count", { meets: met, close, unknown, all: lines.length });
    if (STATUS.indexOf(first.status) < 2) {
      const flags = { meets: first.status === STATUS[0], may: first.status === STATUS[1], can: !getOf(line).last };
      Object.assign(flags, { fast: line.slow === false, measured: !estimated(line) });
      const parts = Object.keys(flags).filter((name) => flags[name]).map((name) => words[name]);
      const last = parts.pop();
      const why = parts.join(", ") + (parts.length ? " and " : "") + last;
      const own = scoreOf(line);
      const rank = words[first === highest ? "highest" : "smallest"];
      const said = [fill("start", { model: line.model }), fill("why", { why, rank })];
      const aside = own.caution ? [fill("caution", { caution: own.caution })] : [];
      if (!flags.can) said.push(fill("catch", { last: getOf(line).last }));
      if (own.estimated) said.push(words.guess);
      if (line.slow === null) said.push(words.unclocked);
      if (!flags.can || line.slow !== false) {
        const ready = (other) => !getOf(other).last && other.slow === false;
        const instead = judged.find((each) => each.status === STATUS[2] && ready(lines[each.at]));
        if (instead) said.push(fill("instead", { model: lines[instead.at].model, why: instead.text }));
      }
      const others = judged.filter((each) => each.status === "meets").map((each) => scoreOf(lines[each.at]));
      const ties = others.filter((each) => tie(own, each)).length - flags.meets;
      const tied = ties > 0 ? [fill("ties", { ties })] : [];
      return { summary: said, aside: [...aside, counted, ...tied] };
    }
    const test = first.status === "not known" && !unreleased(line);
    const nearer = (one, two) => (two.missed - one.missed || two.off - one.off) < 0;
    const near = test ? first : judged.reduce((one, two) => (nearer(one, two) ? two : one));
    const said = fill(test ? "test" : "near", { model: lines[near.at].model, why: near.text });
    return { summary: [words.none, said], aside: [counted] };
  }

  const keyed = lines.map((line, index) => {
    const judged = { ...judge(line), at: index };
    return { judged, order: orderOf(line, judged) };
  });
  keyed.sort((one, two) => {
    const differs = one.order.findIndex((each, index) => each !== two.order[index]);
    return one.order[differs] - two.order[differs];
  });
  const [highest, tied] = [keyed[0].judged, tiedOf(keyed)];
  const judged = [...tied, ...keyed.filter((each) => !tied.includes(each))].map((each) => each.judged);
  return { ...summaryOf(judged, highest), lines: judged };
};

(() => {
  const stored = document.getElementById("sb-choose-data");
  if (!stored) return;
  const data = JSON.parse(stored.textContent);
  const root = document.getElementById("sb-choose");
  const [form, status, place, plot, rest] = ["form", ".sb-status", ".sb-answer", ".sb-plot", ".sb-rest"].map((each) =>
    root.querySelector(each),
  );
  const field = form.elements;
  const NUMBERS = data.limits.map((each) => each.wish);
  const CAN = Object.keys(data.can);
  const SHOWN = 12; // lines at first, and numbers in the chart
  const LEAST = 75; // % of BERT-base's score that the chart reaches down to

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
    for (const rare of form.querySelectorAll("details")) rare.open ||= [...rare.querySelectorAll("input")].some((each) => each.value);
  }

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
      tokens: Number(named.get("tokens") ?? 128),
      released: named.get("released") === "true",
      ...Object.fromEntries(NUMBERS.map((name) => [name, named.has(name) ? Number(named.get(name)) : null])),
    };
  }

  // What is wrong with a choice, in one sentence; empty where nothing is.
  function faultOf(wishes) {
    const odd = wishes.can.find((each) => !CAN.includes(each));
    const fits = ({ wish, least, most }) => wishes[wish] === null || (wishes[wish] >= least && wishes[wish] <= most);
    const bad = data.limits.find((each) => !fits(each));
    if (!(wishes.task in data.tasks)) return `Task ${wishes.task} is unknown; choose one of the list.`;
    if (odd !== undefined) return `Ability ${odd} is unknown; use ${CAN.join(", ")}.`;
    if (!(wishes.device in data.devices)) return `Device ${wishes.device} is unknown; choose one of the list.`;
    if (!data.devices[wishes.device].tokens.includes(wishes.tokens))
      return `No time is known there for ${wishes.tokens} tokens; choose a length of the list.`;
    return bad ? `${field[bad.wish].closest("label").innerText.trim()}: give a number from ${bad.least} to ${bad.most}.` : "";
  }

  // ---- what is shown

  let remark = ""; // on the address, until the reader changes something

  function update() {
    const wishes = readForm();
    const bad = NUMBERS.some((name) => field[name].validity.badInput) ? "Give a number, or leave the field empty." : "";
    const fault = bad || faultOf(wishes);
    if (fault) return void (status.textContent = fault);
    const found = smallbertAnswer(data, wishes);
    const of = (name) => found.lines.filter((each) => each.status === name);
    const good = [...of("meets"), ...of("close")];
    const [said, ...why] = found.summary;
    status.replaceChildren(remark && `${remark} `, make("strong", {}, said), ` ${why.join(" ")}`);
    const more = [...found.aside, `Times are of ${data.devices[wishes.device].words}.`, data.words.signs];
    root.querySelector(".sb-more").textContent = more.join(" ");
    place.replaceChildren(...tableOf(wishes, good.slice(0, SHOWN), true), ...folded(wishes, "More that meet it", good.slice(SHOWN)));
    rest.replaceChildren(
      ...folded(wishes, "Not known to meet it", of("not known"), !good.length),
      ...reasonsOf("What rules out the others", of("misses")),
    );
    stackAll(root);
    drawn = draw(wishes, found, good);
    return wishes;
  }

  const HEADS = ["Model", "Score [%]", "Of BERT-base [%]", "MB", "ms", "Weights [M]", "G operations"];

  function tableOf(wishes, judged, ranked = false) {
    if (!judged.length) return [];
    const head = make("tr", {}, ...HEADS.map((each) => make("th", { scope: "col" }, each)));
    const body = judged.map((each, index) => rowOf(wishes, data.lines[each.at], each, ranked ? `${index + 1}. ` : ""));
    const table = make("table", { class: "sb-table" }, make("thead", {}, head), make("tbody", {}, ...body));
    return [make("div", { class: "sb-scroll", tabindex: "0" }, table)];
  }

  const folded = (wishes, title, judged, open = false) =>
    judged.length
      ? [make("details", open ? { open: "" } : {}, make("summary", {}, `${title}: ${judged.length}`), ...tableOf(wishes, judged))]
      : [];

  function rowOf(wishes, line, judged, rank) {
    const score = line.scores[wishes.task];
    const [ms, how, timed] = line.times[`${wishes.device}/${wishes.tokens}`] ?? [null, "", ""];
    const get = smallbertGet(line, wishes);
    const small = (text) => make("small", {}, text);
    const notes = [judged.text, ...line.words, score?.words, score?.caution, get.note].filter(Boolean);
    const link = line.page ? make("a", { href: `../${line.page}` }, line.model) : line.model;
    const first = make("th", { scope: "row" }, rank, make("strong", {}, link), small(line.technique), takes(wishes, line, get));
    if (notes.length) first.append(small(notes.join("; ")));
    const card = score && make("a", { href: `../${score.card || line.page}` }, `${score.estimated ? "≈ " : ""}${score.score.toFixed(1)}`);
    const half = score?.half ? ` ± ${score.half.toFixed(1)}` : "";
    const works = score && `${score.set}${score.works > 1 ? `, ${score.works} works` : ""}`;
    const cells = [
      score ? [card, half, small(works)] : ["–"],
      [score?.kept == null ? "–" : score.kept.toFixed(1)],
      [line.size ?? "–"],
      ms === null ? ["–"] : [make("span", { title: timed }, `${how === "estimated" ? "≈ " : ""}${ms}`)],
      ...[line.parameters, line.operations].map((each) => [each ?? "–"]),
    ];
    return make("tr", {}, first, ...cells.map((each) => make("td", {}, ...each)));
  }

  // Where to get it and how to load it, or what one would have to do.
  function takes(wishes, line, get) {
    if (!get.checkpoint)
      return make("small", {}, `${get.last}; you would have to ${get.needs.map((each) => data.can[each]).join(", ")}`);
    const code = [smallbertPut(data.snippets[get.kind], { checkpoint: get.checkpoint, ...data.heads[wishes.task] })];
    const model = get.kind === "fine-tuned" ? get.checkpoint : data.own;
    if (line.bits === 8) code.push("", smallbertPut(data.eight[data.devices[wishes.device].kind], { model, ...data.heads[wishes.task] }));
    const says = get.hub ? get.checkpoint : "download";
    const todo = get.needs.length ? `, then ${get.needs.map((each) => data.can[each]).join(" and ")}` : ", fine-tuned";
    const link = make("a", { href: get.url, rel: "noreferrer" }, says);
    const whole = make("small", {}, link, ` (${get.license})${todo}${get.last ? `; ${get.last}` : ""}`);
    if (get.hub && !get.last) whole.append(make("details", {}, make("summary", {}, "load it"), make("pre", {}, code.join("\n"))));
    return whole;
  }

  function reasonsOf(title, judged) {
    const reasons = new Map();
    for (const each of judged) reasons.set(each.text, [...(reasons.get(each.text) ?? []), data.lines[each.at].model]);
    const items = [...reasons].map(([text, own]) => make("li", {}, make("strong", {}, own.join("; ")), `: ${text}`));
    const head = make("summary", {}, `${title}: ${judged.length}`);
    return judged.length ? [make("details", {}, head, make("ul", {}, ...items))] : [];
  }

  let drawn = Promise.resolve();

  function draw(wishes, found, good) {
    const ranks = new Map(good.slice(0, SHOWN).map((each, index) => [each.at, String(index + 1)]));
    const points = found.lines.flatMap(({ at, status: judged }) => {
      const [line, score] = [data.lines[at], data.lines[at].scores[wishes.task]];
      if (!(score?.kept >= LEAST) || !line.size) return [];
      const text = `${line.model}: ${score.kept} % at ${line.size} MB`;
      return [{ size: line.size, kept: score.kept, met: judged === "meets" || judged === "close", text, label: ranks.get(at) ?? "" }];
    });
    return drawn.then(() => drawChart(plot, data.chart, points, found.summary.join(" ")));
  }

  // ---- what the reader does

  function changed() {
    remark = "";
    const wishes = update();
    if (wishes) history.replaceState(null, "", toAddress(wishes));
  }

  function start() {
    const wishes = fromAddress();
    const fault = wishes ? faultOf(wishes) : "";
    remark = fault && `${fault} The default choice is shown.`;
    writeForm(wishes && !fault ? wishes : data.wishes);
    update();
  }

  // Before the form's own listener reads all fields: the event comes to it later.
  field.device.addEventListener("input", () => writeLengths(field.device.value, Number(field.tokens.value)));
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    remark = "";
    writeForm(data.wishes);
    update();
    history.replaceState(null, "", location.pathname + location.search);
  });
  addEventListener("hashchange", () => fromAddress() && start());
  new MutationObserver(update).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  form.hidden = false;
  start();
  if (fromAddress()) status.scrollIntoView();
})();
