// The button "Cite" saves an entry of BibTeX. Its text comes from entries.js, which the build writes
// from the book's own data; id, title and note come from the button, or from the card that it is in.

const escaped = (text) => text.replace(/[%&#_$]/g, "\\$&");

// A card of a page of numbers; what holds for all of the page stands at its top.
const ofCard = (card) => {
  const [file] = location.pathname.match(/[^/]+(?=\.html$)/);
  const terms = [...card.querySelectorAll("dt"), ...document.querySelectorAll("#all dt")];
  const told = (name) => terms.filter((term) => term.textContent === name).map((term) => term.nextElementSibling.textContent);
  const [amount, ...what] = [...card.querySelector("summary").childNodes].filter((each) => each.nodeName !== "CODE");
  let head = card;
  while (head.tagName !== "H2") head = head.previousElementSibling;
  const title = [amount.textContent, what.map((each) => each.textContent).join("").trim(), `of ${head.textContent}`];
  return {
    id: `${file.replace("-", "/")}/${card.id}`,
    title: title.join(", "),
    note: `reported by ${told("Work").join(", ")}, ${told("Place")[0]}`,
  };
};

// The address of a card that a reader opens is that of its number.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".sb-card") && target.open && target.id !== "all") history.replaceState(null, "", `#${target.id}`);
}, true);

document.addEventListener("click", (event) => {
  const button = event.target.closest(".sb-cite");
  if (!button) return;
  const { id, title, note } = button.dataset.id ? button.dataset : ofCard(button.closest(".sb-card"));
  const entry = SB_ENTRY.replace("@ID@", () => id) // its key, which has no signs to escape
    .replaceAll("@ID@", () => escaped(id))
    .replaceAll("@TITLE@", () => escaped(title))
    .replaceAll(note ? "@NOTE@" : "@NOTE@; ", () => escaped(note));
  const link = document.createElement("a");
  link.download = `${id.replaceAll("/", "-")}.bib`;
  link.href = "data:text/plain;charset=utf-8," + encodeURIComponent(entry);
  link.click();
});
