// The guide's page: reads the form, keeps the choice in the address, shows table and chart.
"use strict";

(() => {
  const stored = document.getElementById("sb-choose-data");
  if (!stored) return;
  const { data, chart, wishes: standard } = JSON.parse(stored.textContent);
  const root = document.getElementById("sb-choose");
  const [form, status, place, figure, rest] = ["form", ".sb-status", ".sb-answer", ".sb-chart", ".sb-rest"].map(
    (each) => root.querySelector(each),
  );
  const field = form.elements;
  const NUMBERS = ["max_mb", "min_factor", "max_gops", "keep", "max_ms", "base_ms"];
  const ABILITIES = Object.keys(data.abilities);
  const rows = new Map();
  for (const method of data.methods)
    for (const each of Object.values(method.scores).flat()) rows.set(each.id, each);
  const methods = new Map(data.methods.map((each) => [each.model, each]));

  const make = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...inside);
    return element;
  };

  // ---- the choice: form, wishes, address

  const readForm = () => ({
    task: field.task.value,
    can: ABILITIES.filter((each) => [...field.can].some((box) => box.value === each && box.checked)),
    device: field.device.value || null,
    ...Object.fromEntries(NUMBERS.map((name) => [name, field[name].value === "" ? null : Number(field[name].value)])),
  });

  function writeForm(wishes) {
    field.task.value = wishes.task;
    field.device.value = wishes.device ?? "";
    for (const name of NUMBERS) field[name].value = wishes[name] ?? "";
    for (const box of field.can) box.checked = wishes.can.includes(box.value);
  }

  // The address names what is set; what it leaves out is not asked for.
  const toAddress = (wishes) => {
    const parts = [["task", wishes.task], ["can", wishes.can.join(",") || "none"], ["device", wishes.device]];
    const named = [...parts, ...NUMBERS.map((name) => [name, wishes[name]])].filter(([, value]) => value !== null);
    return "#" + named.map(([name, value]) => `${name}=${value}`).join("&");
  };

  function fromAddress() {
    const named = new URLSearchParams(location.hash.slice(1));
    if (!named.has("task")) return null;
    const can = named.get("can") ?? "all";
    const number = (name) => (named.has(name) ? Number(named.get(name)) : null);
    const device = named.get("device");
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, number(name)]));
    numbers.base_ms ??= data.devices[device]?.base_ms ?? null;
    return {
      task: named.get("task"),
      can: can === "all" ? ABILITIES : can === "none" ? [] : can.split(","),
      device,
      ...numbers,
    };
  }

  // What is wrong with a choice, in one sentence; empty where nothing is.
  function faultOf(wishes) {
    if (!(wishes.task in data.tasks)) return `Task ${wishes.task} is unknown; choose one of the list.`;
    const odd = wishes.can.find((each) => !ABILITIES.includes(each));
    if (odd !== undefined) return `Ability ${odd} is unknown; use ${ABILITIES.join(", ")}.`;
    if (wishes.device !== null && !(wishes.device in data.devices)) return `Device ${wishes.device} is unknown.`;
    const bad = NUMBERS.find((name) => wishes[name] !== null && !(wishes[name] >= 0.001 && wishes[name] <= 1e9));
    if (bad) return `${labelOf(bad)}: give a number from 0.001 to 1e9, or leave it empty.`;
    if (wishes.max_ms !== null && wishes.device === null) return "A longest time needs a device; choose one.";
    if (wishes.device !== null && wishes.base_ms === null) return `${labelOf("base_ms")}: say how long.`;
    return "";
  }

  const labelOf = (name) => field[name].closest("label").firstChild.textContent.replace(/ \[.*/, "");

  // ---- what is shown

  let remark = ""; // on the address, until the reader changes something

  function update() {
    const wishes = readForm();
    field.max_ms.disabled = field.base_ms.disabled = wishes.device === null;
    const device = data.devices[wishes.device];
    root.querySelector(".sb-device").textContent = device
      ? `On ${device.name} BERT_BASE takes ${device.base_ms} ms for ${device.tokens} tokens (${device.credit}: ${device.place}).`
      : "";
    const fault = NUMBERS.some((name) => field[name].validity.badInput)
      ? "Give a number, or leave the field empty."
      : faultOf(wishes);
    if (fault) return void (status.textContent = fault);
    const found = smallbertAnswer.answer(data, wishes);
    status.textContent = [remark, found.summary, ...found.notes].filter(Boolean).join(" ");
    place.replaceChildren(
      ...listed("What rules models out", found.trouble),
      ...listed("What comes close", found.nearest.map((each) => each.text)),
      ...(found.entries.length ? [tableOf(wishes, found.entries, lettersOf(found)), ...groundsOf(wishes, found)] : []),
    );
    rest.replaceChildren(
      ...reasonsOf("Models not known to meet it because a measurement is missing", found.unknown),
      ...reasonsOf("Other models, with the first requirement that each misses", found.missed),
      ...listed("What suggestions of documents say about this", found.rules.map(ruleOf)),
    );
    stackAll(place);
    smallbertChart.draw(figure, chart, data, wishes, found);
    return wishes;
  }

  const listed = (head, items) =>
    items.length ? [make("h3", {}, head), make("ul", {}, ...items.map((each) => make("li", {}, each)))] : [];

  function ruleOf(rule) {
    const { place: where } = data.suggestions.find((each) => each.suggestion === rule.suggestion);
    return make("span", {}, rule.text, " ", make("small", {}, `(${where})`));
  }

  const lettersOf = (found) => new Map(found.groups.map((group, at) => [group.key, String.fromCharCode(65 + at)]));

  function tableOf(wishes, entries, letters) {
    const heads = ["Rank", "Model", "Kept [%]", "Size [MB]", "Smaller by [×]", "Operations [G]"];
    if (wishes.device) heads.push("Time [ms]");
    if (letters) heads.push("Ground");
    const head = make("tr", {}, ...heads.map(sorting));
    const begins = (at) => at > 0 && entries[at].tie !== entries[at - 1].tie;
    const body = entries.map((entry, at) => rowOf(wishes, entry, at, letters, begins(at)));
    const table = make("table", { class: "sb-table" }, make("thead", {}, head), make("tbody", {}, ...body));
    return make("div", { class: "sb-scroll", tabindex: "0" }, table);
  }

  // A heading that sorts its table by its column, and the other way round at the next click.
  function sorting(title, at) {
    const button = make("button", { type: "button" }, title);
    const head = make("th", { scope: "col" }, button);
    const number = (row) => parseFloat(row.cells[at].textContent.replaceAll(",", ""));
    const compare = (one, two) =>
      Number.isNaN(number(one)) || Number.isNaN(number(two))
        ? one.cells[at].textContent.localeCompare(two.cells[at].textContent)
        : number(one) - number(two);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const each of head.parentElement.cells) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const body = head.closest("table").tBodies[0];
      body.append(...[...body.rows].sort((one, two) => (up ? compare(one, two) : compare(two, one))));
    });
    return head;
  }

  // The grounds of comparison, named, and the second view: a table for each.
  function groundsOf(wishes, found) {
    const tables = found.groups.flatMap((group) => {
      const title = `${lettersOf(found).get(group.key)}: ${group.title.replaceAll(" %", "\u00a0%")}`;
      return [make("h3", {}, title), tableOf(wishes, group.entries)];
    });
    const count = `By ground of comparison: ${found.groups.length}`;
    return [make("details", { class: "sb-grounds" }, make("summary", {}, count), ...tables)];
  }

  // A row; the first of a group of ties has a line above it.
  function rowOf(wishes, entry, at, letters, begins) {
    const row = rows.get(entry.row);
    const { size, factor, operations } = methods.get(entry.model).costs;
    const numbers = [size, factor, operations, ...(wishes.device ? [entry.time] : [])];
    const small = (text) => make("small", {}, text);
    const title = letters && data.groups[entry.ground].title;
    const [low, high] = entry.ranks;
    return make(
      "tr",
      begins ? { class: "sb-group" } : {},
      make("td", { class: "sb-rank" }, low === high ? `${at + 1}` : `${at + 1} (${low}–${high})`),
      make(
        "th",
        { scope: "row" },
        make("strong", {}, entry.model),
        ...(entry.also?.length ? [small(`also: ${entry.also.join("; ")}`)] : []),
        small(techniques(entry.technique)),
        ...(entry.flags.length ? [small(`to know: ${entry.flags.join("; ")}`)] : []),
        evidence(entry.evidence),
      ),
      make("td", {}, `${row.kept.toFixed(1)} ± ${row.error.toFixed(1)}`, ...(entry.close ? [small("close")] : [])),
      ...numbers.map((each) => make("td", {}, each == null ? "–" : smallbertAnswer.plain(each))),
      ...(letters ? [make("td", {}, make("abbr", { title }, letters.get(entry.ground)))] : []),
    );
  }

  const techniques = (joined) => joined.split("+").map((each) => data.techniques[each]).join(" + ");

  function evidence(ids) {
    const items = ids.map((id) => {
      const row = rows.get(id);
      const work = make("a", { href: `../book/references.html#ref-${row.cites}` }, row.credit);
      const score = `: ${row.score} against ${row.baseline_score} of ${row.baseline}, ${row.split}, ${row.origin}; ${row.locator}; `;
      return make("li", {}, work, score, make("code", {}, id));
    });
    const count = `evidence: ${ids.length} ${ids.length === 1 ? "row" : "rows"}`;
    return make("details", {}, make("summary", {}, count), make("ul", {}, ...items));
  }

  function reasonsOf(title, models) {
    const reasons = new Map();
    for (const each of models) reasons.set(each.text, [...(reasons.get(each.text) ?? []), each.model]);
    const items = [...reasons].map(([text, own]) => make("li", {}, make("strong", {}, own.join("; ")), `: ${text}`));
    const head = make("summary", {}, `${title}: ${models.length}`);
    return models.length ? [make("details", { class: "sb-missed" }, head, make("ul", {}, ...items))] : [];
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
    writeForm(wishes && !fault ? wishes : standard);
    update();
  }

  // Before the form's own listener reads all fields: the event comes to it later.
  field.device.addEventListener("input", () => {
    const device = data.devices[field.device.value];
    field.base_ms.value = device ? device.base_ms : "";
    if (!device) field.max_ms.value = "";
  });
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    remark = "";
    writeForm(standard);
    update();
    history.replaceState(null, "", location.pathname + location.search);
  });
  addEventListener("hashchange", () => fromAddress() && start());
  let wait;
  const redraw = () => {
    clearTimeout(wait);
    wait = setTimeout(update, 150);
  };
  addEventListener("resize", redraw);
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  form.hidden = false;
  const skip = make("a", { href: "#sb-choose" }, "Skip to the form");
  skip.addEventListener("click", (event) => {
    event.preventDefault(); // the address is the choice's
    field.task.focus();
  });
  document.getElementById("pst-skip-link").append(" ", skip);
  start();
  if (fromAddress()) status.scrollIntoView();
})();
