// The button "Cite" saves entries of BibTeX: first those of the works from which a chart, a table
// or a number is, then that of this book's part. The build writes their texts; id, title and note
// come from the button, or from the card that it is in. The button "BibTeX" saves the entry of a
// work alone.

const escaped = (text) => text.replace(/[%&#_$]/g, "\\$&");

// A card of a page of numbers; what holds for all of the page stands at its top.
const ofCard = (card) => {
  const [file] = location.pathname.match(/[^/]+(?=\.html$)/);
  const terms = [...card.querySelectorAll("dt"), ...document.querySelectorAll("#all dt")];
  const told = (name) =>
    terms
      .filter((term) => term.textContent === name)
      .map((term) => term.nextElementSibling.textContent);
  const [amount, ...what] = [...card.querySelector("summary").childNodes].filter(
    (each) => each.nodeName !== "CODE",
  );
  let head = card;
  while (head.tagName !== "H2") head = head.previousElementSibling;
  const title = [
    amount.textContent,
    what
      .map((each) => each.textContent)
      .join("")
      .trim(),
    `of ${head.textContent}`,
  ];
  return {
    id: `${file.replace("-", "/")}/${card.id}`,
    title: title.join(", "),
    note: `reported by ${told("Work").join(", ")}, ${told("Place")[0]}`,
  };
};

// The address of a card that a reader opens is that of its number.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches(".sb-card") && target.open && target.id !== "all")
      history.replaceState(null, "", `#${target.id}`);
  },
  true,
);

// The works that the line below an exhibit names, or a card, or the top of the card's page.
const worksOf = (button) => {
  if (button.dataset.work) return [button.dataset.work];
  const card = button.closest(".sb-card");
  const places = card ? [card, document.getElementById("all")] : [button.closest(".sb-credit")];
  const links = places.flatMap((place) => [
    ...(place?.querySelectorAll('a[href*="references.html#"]') ?? []),
  ]);
  return [...new Set(links.map((link) => link.hash.slice(1)))];
};

const HERE = document.currentScript.src;
let loaded; // the entries of all works, once a button asks for them
const loadWorks = () =>
  (loaded ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, {
      src: new URL("../data/works.js", HERE).href,
      onload: resolve,
      onerror: reject,
    });
    document.head.append(script);
  }));

const ofPart = (button) => {
  const { id, title, note } = button.dataset.id
    ? button.dataset
    : ofCard(button.closest(".sb-card"));
  const page = location.pathname.split("/").slice(-2).join("/");
  return SB_ENTRY.replace("@ID@", () => id) // its key, which has no signs to escape
    .replaceAll("@ID@", () => escaped(id))
    .replaceAll("@TITLE@", () => escaped(title))
    .replaceAll("@PLACE@", () => `${page}#${button.closest("[id]").id}`)
    .replaceAll(note ? "@NOTE@" : "@NOTE@; ", () => escaped(note));
};

document.addEventListener("click", async ({ target }) => {
  const button = target.closest(".sb-cite");
  if (!button) return;
  const works = worksOf(button);
  if (works.length) await loadWorks();
  const entries = works.map((work) => SB_WORKS[work]);
  if (!button.dataset.work) entries.push(ofPart(button));
  const [, name] = entries.at(-1).match(/{([^,]+),/); // of the part, or of the work
  const link = document.createElement("a");
  link.download = `${name.replaceAll("/", "-")}.bib`;
  link.href = "data:text/plain;charset=utf-8," + encodeURIComponent(entries.join("\n"));
  link.click();
});
