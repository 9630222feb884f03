// The guide's chart: all models in one panel, drawn anew by Vega-Lite for every answer.
"use strict";

const smallbertChart = (() => {
  const TICKS = [5, 10, 20, 50, 100, 200, 500, 1000];
  const DRAWN = "Share of the baseline's score kept against size";
  const ERRORS = 1; // Vega speaks up of these alone, not of panels without a mark
  const AROUND = [[10, -9], [-10, -9], [0, -14], [10, 10], [-10, 10], [0, 15], [15, 0], [-15, 0]];
  const ENOUGH = 16; // px from the middle of a rank to that of another mark
  const PHONE = { columns: 2, columnPadding: 4, labelFontSize: 9 }; // the legend's, to fit

  // A point for each model whose size is known: of its rows the one that the answer lists.
  function pointsOf(data, wishes, found) {
    const ranks = new Map(found.entries.map((entry, at) => [entry.row, at + 1]));
    const met = new Set(found.groups.flatMap((group) => group.entries.map((entry) => entry.row)));
    return data.methods.flatMap((method) => {
      const scores = method.scores[wishes.task] ?? [];
      const first = (test) => scores.find((row) => test.has(row.id));
      const row = first(ranks) ?? first(met) ?? scores[0];
      if (!row || method.costs.size === null) return [];
      return {
        model: method.model,
        family: data.techniques[method.technique.includes("+") ? "compound" : method.technique],
        size: method.costs.size,
        kept: row.kept,
        low: row.kept - row.error,
        high: row.kept + row.error,
        met: met.has(row.id),
        rank: ranks.get(row.id) ?? null,
        text: `${method.model}: ${row.kept} % kept at ${method.costs.size} MB`,
        max_mb: wishes.max_mb,
        keep: wishes.keep,
      };
    });
  }

  const rankedOf = (points) => points.filter((each) => each.rank).sort((one, two) => one.rank - two.rank);

  // What the chart shows, as its title.
  function findingOf(points) {
    const [first] = rankedOf(points);
    if (!first) return "No model in the chart is known to meet the choice";
    return `${first.model} keeps ${first.kept.toFixed(1)} % of the score at ${Number(first.size.toPrecision(3))} MB`;
  }

  // Put each rank next to its mark, where it is clear of the other marks and of the ranks before.
  function setApart(points, width, height) {
    const scaled = (values, length) => {
      const [least, most] = [Math.min(...values), Math.max(...values)];
      return values.map((value) => ((value - least) / (most - least || 1)) * length);
    };
    const across = scaled(points.map((each) => Math.log(each.size)), width);
    const up = scaled(points.map((each) => each.kept), height);
    const marks = points.map((each, at) => ({ each, x: across[at], y: -up[at] }));
    const taken = marks.filter(({ each }) => each.met);
    for (const ranked of rankedOf(points)) {
      const { x, y } = marks.find(({ each }) => each === ranked);
      const others = taken.filter(({ each }) => each !== ranked);
      const room = ([dx, dy]) =>
        Math.min(ENOUGH, ...others.map((other) => Math.hypot(other.x - x - dx, other.y - y - dy)));
      const [dx, dy] = AROUND.reduce((best, next) => (room(next) > room(best) ? next : best));
      Object.assign(ranked, { dx, dy });
      taken.push({ x: x + dx, y: y + dy });
    }
  }

  // Break a title into lines of at most `most` letters.
  const wrap = (title, most) =>
    title.split(" ").reduce((text, word) => {
      const line = text.slice(text.lastIndexOf("\n") + 1);
      return line.length + word.length < most ? `${text} ${word}`.trimStart() : `${text}\n${word}`;
    }, "");

  function fitted(chart, wishes, points, wide, description) {
    const spec = structuredClone(chart);
    spec.description = description; // Vega's own label of the drawing
    spec.data = { values: points };
    spec.width = Math.floor(wide) - 80;
    setApart(points, spec.width, spec.height);
    const text = wrap(findingOf(points), Math.floor(wide / 8)).split("\n");
    spec.title = { text, subtitle: wrap(DRAWN, Math.floor(wide / 6.5)).split("\n"), anchor: "start", frame: "bounds" };
    const sizes = [...points.map((each) => each.size), wishes.max_mb ?? points[0].size];
    const near = (tick) => tick >= Math.min(...sizes) / 1.2 && tick <= Math.max(...sizes) * 1.2;
    const limits = { "max(max_mb)": wishes.max_mb, "max(keep)": wishes.keep };
    spec.layer = spec.layer.filter(({ name }) => !(name in limits) || limits[name] !== null);
    for (const { encoding } of spec.layer) {
      if (encoding.x?.field === "size") encoding.x.axis = { values: TICKS.filter(near) };
      for (const each of [encoding.color, encoding.shape])
        if (each) Object.assign(each.legend, wide > 640 ? { columns: 4 } : wide > 420 ? { columns: 3 } : PHONE);
    }
    spec.config = looks();
    return spec;
  }

  // The theme's colors, so that the chart reads in the dark too.
  function looks() {
    const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const [ink, line] = [color("--pst-color-text-base"), color("--pst-color-border")];
    const words = { labelColor: ink, titleColor: ink };
    return {
      background: "transparent",
      view: { stroke: line },
      axis: { ...words, gridColor: line, domainColor: line, tickColor: line },
      title: { color: ink, subtitleColor: ink, fontSize: 14, subtitleFontSize: 12 },
      legend: words,
      text: { color: ink },
      rule: { color: ink },
    };
  }

  let [view, wanted, drawing] = [null, null, false];

  async function draw(figure, chart, data, wishes, found) {
    const points = pointsOf(data, wishes, found);
    figure.hidden = points.length === 0;
    if (figure.hidden) return;
    const plot = figure.querySelector(".sb-plot");
    const names = rankedOf(points).map((each) => `${each.rank}, ${each.text}`);
    const description = `${findingOf(points)}. ${DRAWN}, ${points.length} models. ${names.join("; ")}`;
    wanted = fitted(chart, wishes, points, plot.clientWidth, description);
    if (drawing) return; // the one under way takes up the newest when it is done
    drawing = true;
    while (wanted) {
      const next = wanted;
      wanted = null;
      view?.finalize();
      view = await vegaEmbed(plot, next, { actions: false, renderer: "svg", logLevel: ERRORS });
    }
    drawing = false;
  }

  return { draw };
})();
