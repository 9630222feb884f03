// A table with data-board is a leaderboard: each heading says by data-kind how it sorts and
// filters. Scores, intervals, rank groups and ceilings are the page's; here they are only compared.
// The address keeps the choice; without this script all models are there.

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("table[data-board]").forEach(enable);
  document.querySelectorAll("table[data-sort]").forEach(sortable);
});

// A table with data-sort sorts by the heading that is clicked: words from A on, numbers from the
// largest on.
function sortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  for (const [at, head] of heads.entries()) {
    const { kind } = head.dataset;
    if (!kind) continue;
    const value = (row) => {
      const text = row.cells[at].textContent.trim();
      const amount = parseFloat(text.replaceAll(",", ""));
      if (kind === "word") return text;
      return Number.isNaN(amount) ? null : amount;
    };
    const button = make("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const up = now ? now === "descending" : kind === "word";
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const sorted = [...body.rows].sort((a, b) => order(value(a), value(b), up ? 1 : -1));
      body.append(...sorted);
    });
  }
}

const MORE_IS_BETTER = ["score", "min"]; // of these more is better
const UNSORTED = ["place", "none", "has"];
const WORDS = ["word", "term", "terms"]; // of these a cell is no number

function enable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells].map((cell, at) => ({
    cell,
    at,
    kind: cell.dataset.kind,
    first: cell.dataset.first,
    title: cell.textContent,
  }));
  const boards = heads.filter((head) => head.kind === "score");
  // name, other task, technique
  const sought = heads.filter(({ kind }) => ["word", "terms"].includes(kind));
  const rows = [...body.rows].map((row) => {
    const words = [row.dataset.also ?? "", ...sought.map(({ at }) => row.cells[at].textContent)];
    return {
      row,
      cells: [...row.cells],
      name: plain(row.cells[0].textContent),
      text: plain(words.join(" ")),
    };
  });
  const form = make("form", { className: "sb-filter" });
  const lead = make("ul", { className: "sb-first" });
  const status = make("output", { className: "sb-count" });
  const known = new URLSearchParams(location.search);
  const fields = {};
  let drawn = Promise.resolve();
  const scroll = table.closest(".sb-scroll");
  const figure = scroll.nextElementSibling;
  const more = make("details", { className: "sb-more" });
  more.append(make("summary", { textContent: "More filters" }));
  const costs = heads.filter(({ kind }) => kind === "max" || kind === "number");

  field("find", "Find", make("input", { type: "search", size: 14, placeholder: "name or family" }));
  field("task", "Task", select(["all", ...boards.map((head) => head.title)]));
  field("split", "Split", select(["dev", "test"]));
  for (const { cell, at, kind, title, first } of heads) {
    const part = "seldom" in cell.dataset ? more : form;
    const bound = { max: "≤", min: "≥" }[kind];
    if (bound)
      field(title, `${title} ${bound}`, make("input", { type: "number", min: 0, step: "any" }), {
        first,
        part,
      });
    if (kind === "has") field(title, title, make("input", { type: "checkbox" }), { part });
    const several = { term: [], terms: ["any but Not compressed", "Compound"] }[kind];
    if (several) {
      const terms = new Set(rows.flatMap(({ cells }) => termsOf(cells[at])));
      field(title, title, select(["all", ...several, ...[...terms].filter(Boolean).sort()]), {
        part,
      });
    }
  }
  field("unknown", "Show models with a missing number", make("input", { type: "checkbox" }));
  field("x", "Chart against", select(costs.map(({ title }) => title)), { part: figure });
  more.open = [...more.querySelectorAll("input, select")].some(
    ({ value }) => value && value !== "all",
  );
  const limits = heads.filter(({ kind, title }) => fields[title] && ["max", "min"].includes(kind));
  const preset = limits.find(({ first }) => first);
  const lift = make("button", { type: "button", textContent: "Remove size limit" });
  fields[preset.title].parentElement.after(lift);
  lift.addEventListener("click", () => {
    fields[preset.title].value = "";
    show();
  });
  const save = make("button", {
    type: "button",
    className: "sb-save",
    textContent: "CSV of these",
  });
  save.addEventListener("click", download);
  form.append(more, save, status);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const board = boards.find(({ title }) => title === fields.task.value);
    if (event.target === fields.task && board) Object.assign(by, { head: board, back: false });
    show();
  });
  figure.addEventListener("input", show);
  scroll.before(form, lead);
  figure.hidden = false;
  figure.querySelector("script[src]").addEventListener("load", show);
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  for (const head of heads.filter(({ kind }) => !UNSORTED.includes(kind))) {
    const button = make("button", { type: "button" });
    button.append(...head.cell.childNodes);
    head.cell.append(button);
    head.cell.addEventListener("click", () => {
      Object.assign(by, { head, back: by.head === head && !by.back });
      show();
    });
  }
  const by = {
    head: heads.find(({ title }) => title === known.get("sort")) ?? boards[0],
    back: known.has("back"),
  };
  show();

  function field(name, words, input, { first = "", part = form } = {}) {
    const label = make("label");
    label.append(`${words} `, input);
    if (input.type === "checkbox") input.checked = known.has(name);
    else if (known.has(name)) input.value = known.get(name);
    else if (first) input.value = first;
    fields[name] = input;
    if (part === figure) part.prepend(label);
    else part.append(label);
  }

  // The scores on a board that count: those on the chosen set, where it has several; the ranked
  // first.
  function scores(cells, { at }) {
    return [...cells[at].children].filter(
      ({ dataset }) => !dataset.split || dataset.split === fields.split.value,
    );
  }

  function valueOf(cells, head) {
    if (head.kind === "score") return number(scores(cells, head)[0]);
    const text = cells[head.at].textContent;
    if (!text) return null;
    return WORDS.includes(head.kind) ? text : Number(text);
  }

  // A name is looked for among all models, unless the reader has set a limit.
  function seeks() {
    return fields.find.value.trim() !== "";
  }

  function limit(title) {
    const own = fields[title]?.value;
    return seeks() && title === preset.title && own === preset.first ? "" : own;
  }

  // Whether a model is what is asked for, as far as its numbers are known.
  function passes({ cells, text }) {
    const words = plain(fields.find.value).split(/\s+/);
    return (
      words.every((word) => text.includes(word)) &&
      heads.every(({ at, kind, title }) => {
        const asked = kind === "has" ? fields[title].checked : limit(title);
        const cell = cells[at].textContent;
        if (!asked || asked === "all") return true;
        if (kind === "has") return cell !== "";
        if (kind === "max") return Number(cell) <= Number(asked);
        if (kind === "min") return cell === "" || Number(cell) >= Number(asked);
        if (asked === "Compound") return cell.includes(" + ");
        return asked.startsWith("any but")
          ? !asked.endsWith(cell)
          : termsOf(cells[at]).includes(asked);
      })
    );
  }

  // Which numbers that are asked for nobody knows of a model: a score on the set, what a limit is
  // of.
  function lacks({ cells }) {
    const board = boards.find(({ title }) => title === fields.task.value);
    const score = (board ? [board] : boards).some((each) => scores(cells, each).length);
    const unknown = limits.filter(({ at, title }) => limit(title) && !cells[at].textContent);
    return [...(score ? [] : ["score"]), ...unknown.map(({ cell }) => cell.dataset.word)];
  }

  // How many models are shown, and how many are not for want of a number.
  function count(shown, lacking, hides) {
    const reasons = new Map();
    for (const [word] of lacking.values()) reasons.set(word, (reasons.get(word) ?? 0) + 1);
    const told = [...reasons]
      .sort((a, b) => b[1] - a[1])
      .map(([word, times]) => `${times} whose ${word} is not known`)
      .join(", ");
    const words = hides ? ". Hidden:" : ", among them";
    return `${shown} of ${rows.length} models${told && `${words} ${told}`}`;
  }

  function show() {
    const found = rows.filter(passes);
    const lacking = new Map(
      found.map((row) => [row, lacks(row)]).filter(([, words]) => words.length),
    );
    // an empty table helps nobody
    const hides = !fields.unknown.checked && !seeks() && lacking.size < found.length;
    const seen = new Set(hides ? found.filter((row) => !lacking.has(row)) : found);
    const sign = MORE_IS_BETTER.includes(by.head.kind) === by.back ? 1 : -1;
    table.dataset.split = fields.split.value;
    for (const { cell } of heads) cell.removeAttribute("aria-sort");
    by.head.cell.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    const values = new Map(rows.map((row) => [row, valueOf(row.cells, by.head)]));
    const asked = plain(fields.find.value.trim());
    const apart = (row) => {
      if (row.name === asked) return -1; // who is called so comes first, who misses a number last
      return (
        20 * lacking.has(row) +
        (values.get(row) === null ? 9 : Number(scores(row.cells, by.head)[0]?.dataset.order ?? 0))
      );
    };
    const ordered = [...rows].sort(
      (a, b) => apart(a) - apart(b) || order(values.get(a), values.get(b), sign),
    );
    body.append(...ordered.map(({ row }) => row));
    for (const row of rows) row.row.hidden = !seen.has(row);
    const board = by.head.kind === "score" ? by.head : boards[0];
    const shown = ordered.filter((row) => seen.has(row));
    lead.replaceChildren(
      ...leaders(
        shown.filter((row) => !lacking.has(row)),
        board,
      ),
    );
    lift.hidden = !limit(preset.title);
    status.value = count(seen.size, lacking, hides);
    draw(shown, board);
    keep();
  }

  // The chart of what is shown: the score against a cost; named is who scores highest at its cost.
  function draw(shown, board) {
    if (!window.vegaEmbed) return;
    const cost = costs.find(({ title }) => title === fields.x.value);
    const technique = heads.find(({ kind }) => kind === "terms").at;
    const half = (score) => Number(score?.textContent.match(/± ([\d.]+)/)?.[1] ?? 0);
    const points = shown
      .map(({ cells }) => ({
        x: Number(cells[cost.at].textContent),
        y: number(scores(cells, board)[0]),
        half: half(scores(cells, board)[0]),
        name: cells[0].textContent,
        page: cells[0].firstChild.href,
        tip: tipOf(cells, board, cost),
        technique: cells[technique].textContent.split(" + ")[0],
      }))
      .map((point) => ({ ...point, low: point.y - point.half, high: point.y + point.half }))
      .filter(({ x, y }) => x && y !== null)
      .sort((a, b) => a.x - b.x || b.y - a.y);
    const [place, told] = [figure.querySelector(".sb-plot"), figure.querySelector("output")];
    place.hidden = !points.length;
    if (place.hidden) {
      told.value = `None of those shown has both ${board.title} and ${cost.title}.`;
      return;
    }
    const width = place.clientWidth / Math.log(points.at(-1).x / points[0].x); // of a factor of e
    let [highest, last] = [0, { x: 0, label: "" }];
    for (const point of points.filter(({ y }) => y > highest && (highest = y))) {
      // a name at the right edge would leave the frame
      point.left = width * Math.log(points.at(-1).x / point.x) < 6 * point.name.length;
      const room = width * Math.log(point.x / last.x);
      // for lack of room the higher of two has its name
      if (room < 7 * (last.label.length + point.left * point.name.length)) last.label = "";
      last = Object.assign(point, { label: point.name });
    }
    const least = points.map(({ y }) => y).sort((a, b) => a - b)[Math.floor(points.length / 20)];
    const above = points.filter(({ y }) => y >= least);
    const below = points.length - above.length;
    told.value = below ? `${below} below ${least} % are not drawn.` : "";
    const spec = JSON.parse(figure.querySelector("script").textContent);
    for (const { encoding } of spec.layer) {
      encoding.x.title = cost.title;
      encoding.y.title = board.title;
    }
    const first = points.reduce((best, point) => (point.y > best.y ? point : best));
    const about = `${board.title} against ${cost.title}: ${points.length} models`;
    const text = ["Highest of those shown: ", `${first.name}, ${first.y}`];
    spec.title = {
      text: place.clientWidth < 600 ? text : text.join(""),
      subtitle: about,
      anchor: "start",
    };
    const { legend, scale } = spec.layer.find(({ encoding }) => encoding.color).encoding.color;
    legend.columns = Math.max(1, Math.floor(place.clientWidth / 170));
    legend.values = scale.domain.filter((name) => above.some((point) => point.technique === name));
    drawn = drawn.then(() => drawChart(place, spec, above, about));
  }

  // What the box says of a model: its score, its cost, who reports it.
  function tipOf(cells, board, cost) {
    const works = cells.at(-1).querySelectorAll("a");
    const who =
      works.length > 2
        ? `${works.length} works`
        : [...works].map((each) => each.textContent).join(", ");
    const score = scores(cells, board)[0]?.textContent;
    return [
      cells[0].textContent,
      `${board.title}: ${score}`,
      `${cost.title}: ${cells[cost.at].textContent}`,
      who,
    ].join("\n");
  }

  // Give each row its rank group on a board, mark who is tied for the best of those shown, and say
  // who leads.
  function leaders(seen, board) {
    const rankings = new Map();
    const at = heads.find(({ kind }) => kind === "place").at;
    body.querySelectorAll(".sb-best").forEach((each) => each.removeAttribute("class"));
    for (const { cells } of rows)
      cells[at].textContent = scores(cells, board)[0]?.dataset.place ?? "";
    for (const { cells } of seen)
      for (const own of scores(cells, board).filter(({ dataset }) => dataset.place)) {
        const set = own.querySelector("i").textContent;
        rankings.set(set, [...(rankings.get(set) ?? []), { own, name: cells[0].textContent }]);
      }
    return [...rankings].map(([set, all]) => {
      const [best, next] = all.sort((a, b) => number(b.own) - number(a.own));
      const equal = all.filter(({ own }) => number(best.own) <= Number(own.dataset.ceiling));
      equal.forEach(({ own }) => (own.className = "sb-best"));
      const shown = best.own.textContent.replace(` ${set}`, "");
      const points = next && (number(best.own) - number(next.own)).toFixed(1);
      const ahead = next
        ? `, ${Number(points) ? `${points} ahead of` : "level with"} ${next.name}`
        : "";
      const others = equal.slice(1).map(({ name }) => name);
      const rest = others.length > 3 ? `${others.length} others` : others.join("; ");
      const sure = !next
        ? "No other is ranked"
        : rest
          ? `Tied with it: ${rest}`
          : "All others are significantly worse";
      const on = `${board.title.replace(" [%]", "")} (${set})`;
      return make("li", {
        textContent: `Best of these on ${on}: ${best.name}, ${shown} %${ahead}. ${sure}.`,
      });
    });
  }

  function keep() {
    const query = new URLSearchParams();
    for (const [name, input] of Object.entries(fields)) {
      const said =
        input.type === "checkbox"
          ? input.checked
          : name === preset.title || input.value !== (input.options?.[0].value ?? "");
      if (said) query.set(name, input.type === "checkbox" ? "yes" : input.value || "all");
    }
    if (by.head !== boards[0]) query.set("sort", by.head.title);
    if (by.back) query.set("back", "yes");
    const asked = `${query}` ? `?${query}` : "";
    if (asked !== location.search)
      history.replaceState(null, "", location.pathname + asked + location.hash);
  }

  function download() {
    const lines = [table.tHead.rows[0], ...[...body.rows].filter((row) => !row.hidden)];
    const quoted = (cell) => `"${cell.innerText.trim().replaceAll('"', '""')}"`;
    const text = lines.map((row) => [...row.cells].map(quoted).join(",")).join("\n");
    const link = make("a", {
      href: URL.createObjectURL(new Blob([`${text}\n`], { type: "text/csv" })),
      download: "models.csv",
    });
    link.click();
  }
}

// Draw points by a specification of Vega-Lite in the colors of the theme.
function drawChart(place, chart, points, description) {
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ink, border] = [color("--pst-color-text-base"), color("--pst-color-border")];
  const axis = {
    labelColor: ink,
    titleColor: ink,
    gridColor: border,
    domainColor: border,
    tickColor: border,
  };
  const config = {
    background: "transparent",
    axis,
    legend: { labelColor: ink },
    title: { color: ink, subtitleColor: ink },
    text: { color: ink },
    view: { stroke: border },
  };
  const spec = { ...chart, datasets: { points }, config, description };
  return vegaEmbed(place, spec, { actions: false, renderer: "svg", logLevel: 1 }).then(() =>
    walk(place),
  );
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function select(terms) {
  const input = make("select");
  terms.forEach((term) => input.add(new Option(term, term)));
  return input;
}

// What a cell names, without what it says of it in brackets.
function termsOf(cell) {
  return cell.textContent.split(" + ").map((term) => term.split(" (")[0]);
}

// Words as they are compared: "8-bit", "int8" and "8 bits" are one.
function plain(text) {
  return text.toLowerCase().replace(/\b(?:int|fp)(\d+)\b|\b(\d+)[ -]?bits?\b/g, "$1$2bit");
}

function number(span) {
  return span ? Number(span.dataset.value ?? parseFloat(span.textContent)) : null;
}

// Numbers as numbers, words as words; what is missing comes last either way.
function order(a, b, sign) {
  if (a === null || b === null) return (a === null) - (b === null);
  return sign * (typeof a === "number" ? a - b : a.localeCompare(b));
}
