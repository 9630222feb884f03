// The guide's chart: a panel for each group, drawn anew by Vega-Lite for every answer.
"use strict";

const smallbertChart = (() => {
  const TICKS = [5, 10, 20, 50, 100, 200, 500, 1000];
  const ERRORS = 1; // Vega speaks up of these alone, not of panels without a mark
  const PHONE = { columns: 2, columnPadding: 4, labelFontSize: 9 }; // the legend's, to fit

  // A point for each method and group whose size is known; groups without an answer stay out,
  // unless there is none at all.
  function pointsOf(data, wishes, found) {
    const ranks = new Map(found.groups.flatMap((group) => group.entries.map((entry, at) => [entry.row, at + 1])));
    const panels = found.groups.length ? found.groups.map((group) => group.key) : Object.keys(data.groups);
    const points = [];
    for (const method of data.methods) {
      const seen = new Set();
      for (const row of method.scores[wishes.task] ?? []) {
        if (seen.has(row.group) || method.costs.size === null || !panels.includes(row.group)) continue;
        seen.add(row.group);
        points.push({
          group: data.groups[row.group].title,
          order: panels.indexOf(row.group),
          family: data.techniques[method.technique.includes("+") ? "compound" : method.technique],
          size: method.costs.size,
          kept: row.kept,
          low: row.kept - row.error,
          high: row.kept + row.error,
          met: ranks.has(row.id),
          rank: ranks.get(row.id) ?? null,
          text: `${method.model}: ${row.kept} % kept at ${method.costs.size} MB`,
          max_mb: wishes.max_mb,
          keep: wishes.keep,
        });
      }
    }
    return points.sort((one, two) => one.order - two.order);
  }

  // Break a title into lines of at most `most` letters.
  const wrap = (title, most) =>
    title.split(" ").reduce((text, word) => {
      const line = text.slice(text.lastIndexOf("\n") + 1);
      return line.length + word.length < most ? `${text} ${word}`.trimStart() : `${text}\n${word}`;
    }, "");

  function fitted(chart, wishes, points, wide) {
    const spec = structuredClone(chart);
    for (const each of points) each.group = wrap(each.group, Math.floor(wide / 7.4));
    spec.data = { values: points };
    spec.facet.sort = [...new Set(points.map((each) => each.group))];
    spec.spec.width = Math.floor(wide) - 96;
    const sizes = [...points.map((each) => each.size), wishes.max_mb ?? points[0].size];
    const near = (tick) => tick >= Math.min(...sizes) / 1.2 && tick <= Math.max(...sizes) * 1.2;
    const limits = { "max(max_mb)": wishes.max_mb, "max(keep)": wishes.keep };
    spec.spec.layer = spec.spec.layer.filter(({ name }) => !(name in limits) || limits[name] !== null);
    for (const { encoding } of spec.spec.layer) {
      if (encoding.x?.field === "size") encoding.x.axis = { values: TICKS.filter(near) };
      for (const each of [encoding.color, encoding.shape])
        if (each) Object.assign(each.legend, wide > 640 ? { columns: 4 } : wide > 420 ? { columns: 3 } : PHONE);
    }
    spec.config = looks();
    return spec;
  }

  // The theme's colours, so that the chart reads in the dark too.
  function looks() {
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const [ink, line] = [colour("--pst-color-text-base"), colour("--pst-color-border")];
    const words = { labelColor: ink, titleColor: ink };
    return {
      background: "transparent",
      view: { stroke: line },
      axis: { ...words, gridColor: line, domainColor: line, tickColor: line },
      header: { ...words, labelFontWeight: "bold" },
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
    const names = found.groups.flatMap((group) => group.entries.map((each) => each.model));
    plot.setAttribute("role", "img");
    plot.setAttribute(
      "aria-label",
      `Share of the baseline's score kept against size, a panel for each ground. Within the choice: ${names.join(", ") || "none"}.`,
    );
    wanted = fitted(chart, wishes, points, plot.clientWidth);
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
