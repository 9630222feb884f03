// What a word of the glossary means (MEANINGS, made from the reading guide), in a box at the word:
// for a pointer, the keyboard and a finger. A second tap, a click or Enter leads to the entry.

const meaning = document.createElement("div");
meaning.className = "sb-meaning";
meaning.id = "sb-meaning";
meaning.setAttribute("role", "tooltip");
let explained = null; // the word whose box is open

const termAt = ({ target }) => (target.closest ? target.closest("a.sb-term") : null);

function explain(term) {
  const text = MEANINGS[term.hash.slice(1)];
  if (!text || term === explained) return;
  silence();
  explained = term;
  meaning.textContent = text;
  meaning.style.insetInlineStart = 0; // else it is measured where it was
  document.body.append(meaning);
  term.setAttribute("aria-describedby", meaning.id);
  const box = term.getClientRects()[0];
  const most = document.documentElement.clientWidth - meaning.offsetWidth - 8;
  const below = box.bottom + 6 + meaning.offsetHeight < innerHeight;
  const top = below ? box.bottom + 6 : box.top - meaning.offsetHeight - 6;
  meaning.style.insetInlineStart = `${Math.max(8, Math.min(box.left, most)) + scrollX}px`;
  meaning.style.insetBlockStart = `${top + scrollY}px`;
}

function silence() {
  explained?.removeAttribute("aria-describedby");
  explained = null;
  meaning.remove();
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch" && termAt(event)) explain(termAt(event));
});
document.addEventListener("pointerout", (event) => {
  if (event.pointerType !== "touch" && termAt(event)) silence();
});
document.addEventListener("focusin", (event) => {
  if (termAt(event)?.matches(":focus-visible")) explain(termAt(event));
});
document.addEventListener("focusout", silence);
document.addEventListener("keydown", ({ key }) => key === "Escape" && silence());
document.addEventListener("click", (event) => {
  const term = termAt(event);
  if (term && term !== explained && matchMedia("(hover: none)").matches) {
    event.preventDefault();
    explain(term);
  } else if (!term) silence();
});
