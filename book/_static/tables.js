// A table with data-filter can be sorted by each column, and filtered by words and by one column's
// terms. The address keeps the choice; without a script all rows are there.

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("table[data-filter]").forEach(enable);
});

const address = new URLSearchParams(location.search);

function enable(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const titles = heads.map((head) => head.textContent);
  const at = titles.indexOf(table.dataset.filter);
  const words = Object.assign(document.createElement("input"), { type: "search", name: "find" });
  const choice = Object.assign(document.createElement("select"), { name: "only" });
  const status = Object.assign(document.createElement("output"), { className: "sb-count" });
  const terms = rows.flatMap((row) => row.cells[at].textContent.split(" + "));
  choice.add(new Option("all", ""));
  [...new Set(terms)].sort().forEach((term) => choice.add(new Option(term, term)));
  const bar = document.createElement("form");
  bar.className = "sb-filter";
  bar.append(labelled("Find", words), labelled(titles[at], choice), status);
  bar.addEventListener("input", () => show({ find: words.value, only: choice.value }));
  bar.addEventListener("submit", (event) => event.preventDefault());
  table.closest(".sb-scroll").before(bar);
  heads.forEach((head) => {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending" ? "yes" : "";
      show({ sort: button.textContent, down });
    });
  });
  words.value = address.get("find") ?? "";
  choice.value = terms.includes(address.get("only")) ? address.get("only") : "";
  show({});

  // Take a change into the address, and show what the address says.
  function show(change) {
    for (const [name, value] of Object.entries(change)) {
      value ? address.set(name, value) : address.delete(name);
    }
    const query = `${address}` ? `?${address}` : "";
    if (query !== location.search) history.replaceState(null, "", location.pathname + query + location.hash);
    const column = titles.indexOf(address.get("sort"));
    const sign = address.get("down") ? -1 : 1;
    heads.forEach((head, index) => {
      if (index !== column) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
    });
    if (column >= 0) body.append(...[...rows].sort((a, b) => order(a.cells[column], b.cells[column], sign)));
    const sought = words.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !sought.every((word) => text.includes(word)) ||
        !`${row.cells[at].textContent} + `.includes(choice.value && `${choice.value} + `);
    }
    status.value = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
  }
}

function labelled(text, field) {
  const label = document.createElement("label");
  label.append(`${text} `, field);
  return label;
}

// Numbers as numbers, words as words; what is missing comes last either way.
function order(a, b, sign) {
  const [first, second] = [a, b].map((cell) => (cell.querySelector(".sb-missing") ? null : value(cell)));
  if (first === null || second === null) return (first === null) - (second === null);
  return sign * (typeof first === "number" ? first - second : first.localeCompare(second));
}

function value(cell) {
  return cell.matches(".sb-number") ? parseFloat(cell.textContent.replace("−", "-")) : cell.textContent;
}
