// What a reader's browser does for a page: fold its code and its small print, turn a chart into a
// PNG. Without it a page shows all.

const SMALL_PRINT = "#what-the-audit-says, #limits, #provenance, section:has(> .sb-folded)";

const page = document.documentElement;
page.classList.toggle("sb-fold-code", localStorage.getItem("sb-code") !== "shown");
document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector(".cell_input")) addSwitch(document.querySelector("article h1"));
  document.querySelectorAll(".sb-picture svg").forEach(walk);
  document.querySelectorAll(SMALL_PRINT).forEach(fold);
  openTarget();
});
window.addEventListener("hashchange", openTarget);

// One switch shows all code of the page, and of the pages that are opened after it.
function addSwitch(title) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "sb-code-switch";
  const showState = () => {
    const folded = page.classList.contains("sb-fold-code");
    button.textContent = folded ? "Show code" : "Hide code";
    button.setAttribute("aria-pressed", String(!folded));
  };
  button.addEventListener("click", () => {
    const folded = page.classList.toggle("sb-fold-code");
    localStorage.setItem("sb-code", folded ? "hidden" : "shown");
    showState();
  });
  showState();
  title.after(button);
}

// A folded section shows its heading and how it begins.
function fold(section) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const [heading, ...below] = section.children;
  const rest = below.filter((each) => !each.matches(".sb-rerun"));
  const first = rest
    .map((each) => (each.matches("p") ? each : each.matches("ul") && each.querySelector("li")))
    .find(Boolean);
  const line = document.createElement("span");
  line.className = "sb-begins";
  line.textContent = first ? first.textContent.split(/(?<=\.)(?<!\bal\.)\s/)[0] : "";
  summary.append(heading, line);
  details.className = "sb-section";
  details.append(summary, ...rest);
  section.prepend(details); // before what is not folded
}

// What a link points at is shown, also inside a folded section.
function openTarget() {
  const target =
    location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.matches("details")) at.open = true;
  const own = target.querySelector(":scope > details.sb-section");
  if (own) own.open = true;
  target.scrollIntoView();
}

const SCALE = 4; // pixels of the PNG for one of the drawing's own

document.addEventListener("click", (event) => {
  const button = event.target.closest(".sb-png");
  if (button) savePng(button.closest("figure"));
});

async function savePng(figure) {
  const drawing = figure.querySelector(".sb-picture svg");
  const { width, height } = drawing.viewBox.baseVal;
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const image = new Image(canvas.width, canvas.height);
  image.src = "data:image/svg+xml," + encodeURIComponent(await standalone(drawing));
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  link.download = `${figure.id}.png`;
  link.href = canvas.toDataURL("image/png");
  link.click();
}

// Outside the page the drawing has to bring the page's colours and letters along.
async function standalone(drawing) {
  const copy = drawing.cloneNode(true);
  copy.prepend(document.createElementNS(copy.namespaceURI, "style"));
  copy.firstChild.textContent = await letters();
  const look = getComputedStyle(drawing);
  for (const name of ["ink", "edge", "paper", "grid"]) {
    const colour = look.getPropertyValue(`--sb-${name}`);
    if (colour) copy.style.setProperty(`--sb-${name}`, colour);
  }
  return new XMLSerializer().serializeToString(copy);
}

// A page that was opened from a disk may read no file; the PNG then has the system's letters.
async function letters() {
  const address = document.querySelector('link[href*="letters.css"]').href;
  return fetch(address).then(
    (file) => file.text(),
    () => "",
  );
}

// On a phone a table that is wider than the page has a block for each row: its head, then each cell
// after the heading of its column.
const phone = matchMedia("(max-width: 40rem)");
const stackAll = (part) => part.querySelectorAll(".sb-scroll").forEach(stack);
document.addEventListener("DOMContentLoaded", () => stackAll(document));
document.addEventListener("toggle", (event) => stackAll(event.target), true);
phone.addEventListener("change", () => stackAll(document));
document.fonts.ready.then(() => stackAll(document)); // the letters' width may be another

function stack(box) {
  const table = box.querySelector("table:has(thead)");
  box.classList.remove("sb-stacked");
  if (!table || !phone.matches || box.scrollWidth <= box.clientWidth + 1) return;
  if (!table.dataset.labelled) label(table);
  table.dataset.labelled = "yes";
  box.classList.add("sb-stacked");
}

// Give each cell the heading of its column; one that spans rows is repeated in each, for the
// blocks.
function label(table) {
  const heads = grid(table.tHead.rows);
  const levels = (column) => [...new Set(heads.map((row) => row[column]?.textContent.trim()))];
  grid(table.tBodies[0].rows).forEach((cells, at) => {
    const row = table.tBodies[0].rows[at];
    const own = cells.map((cell, column) => {
      const shown = cell.parentElement === row ? cell : cell.cloneNode(true);
      shown.dataset.label = levels(column).filter(Boolean).join(" ");
      shown.classList.toggle("sb-again", shown !== cell);
      return shown;
    });
    row.append(...own);
  });
}

// The cells of each row by column, those that span several in all of them.
function grid(rows) {
  const cells = [...rows].map(() => []);
  cells.forEach((own, at) => {
    let column = 0;
    for (const cell of rows[at].cells) {
      while (own[column]) column += 1;
      for (let down = 0; down < cell.rowSpan; down += 1)
        for (let right = 0; right < cell.colSpan; right += 1)
          cells[at + down][column + right] = cell;
    }
  });
  return cells;
}

// A table that is longer than its box says which of its rows are seen.
document.addEventListener("DOMContentLoaded", () => {
  document
    .querySelectorAll(".sb-artifact .sb-scroll:has(tbody tr:nth-of-type(41))")
    .forEach(countRows);
});

function countRows(box) {
  const line = document.createElement("p");
  line.className = "sb-rows";
  const count = () => {
    const [{ top, bottom }, head] = [
      box.getBoundingClientRect(),
      box.querySelector("thead").offsetHeight,
    ];
    const rows = [...box.querySelectorAll("tbody tr:not([hidden])")].map((row) =>
      row.getBoundingClientRect(),
    );
    const seen = [...rows.keys()].filter(
      (at) => rows[at].bottom > top + head + 1 && rows[at].top < bottom - 1,
    );
    const [first, last] = [seen[0] + 1, seen.at(-1) + 1];
    line.textContent = `Rows ${first} to ${last} of ${rows.length}: the table scrolls.`;
    line.hidden = box.scrollHeight <= box.clientHeight + 1 || !seen.length;
  };
  box.after(line);
  box.addEventListener("scroll", count, { passive: true });
  new ResizeObserver(count).observe(box.querySelector("tbody"));
}

// On paper a page is light, its small print is open, and wide tables are as small as the paper
// asks; afterwards it is as it was.
const PAPER = 620; // pixels that a page of paper has for a table, A4 or Letter

addEventListener("beforeprint", () => {
  const closed = [
    ...document.querySelectorAll("details:is(.sb-section, .sb-notes, .sb-card):not([open])"),
  ];
  const theme = page.dataset.theme;
  page.dataset.theme = "light";
  page.classList.add("sb-paper");
  closed.forEach((details) => (details.open = true));
  const tables = [...document.querySelectorAll(".bd-article table")];
  const wide = tables
    .map((table) => [table, table.offsetWidth])
    .filter(([, width]) => width > PAPER);
  page.classList.remove("sb-paper");
  wide.forEach(([table, width]) => (table.style.zoom = PAPER / width));
  addEventListener(
    "afterprint",
    () => {
      page.dataset.theme = theme;
      closed.forEach((details) => (details.open = false));
      wide.forEach(([table]) => (table.style.zoom = ""));
    },
    { once: true },
  );
});
