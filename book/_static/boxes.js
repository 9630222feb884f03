// One box says what a mark of a chart, a number or a word of the glossary is: to mouse, finger and
// keyboard. What a word means is in MEANINGS, which the build makes from the reading guide.

// The marks of Vega, in .sb-plot, have what they say in their data.
const MARK = ".sb-mark, .sb-plot .mark-symbol.role-mark path";
const NUMBER = "a.sb-cell, .sb-num";
const TERM = "a.sb-term";
const EXPLAINED = `${MARK}, ${NUMBER}, ${TERM}`;
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const CLOSE_AFTER = 200; // milliseconds, time to reach the box

const tip = document.createElement("div");
tip.className = "sb-tip";
tip.setAttribute("aria-hidden", "true"); // what it is about has its text as name or description
let explained = null; // what the open box is about
let byFinger = false; // whether a finger was last on the page
let closing = 0; // the timer that closes the box

const dataOf = (mark) => mark.__data__?.datum ?? {};
const addressOf = (mark) => mark.getAttribute("href") ?? dataOf(mark).page;
const labelOf = (mark) => mark.getAttribute("aria-label") ?? mark.getAttribute("aria-description");

// The marks of a drawing are one stop of the Tab key; the browser shows no title of its own.
function walk(drawing) {
  drawing.querySelectorAll(MARK).forEach((mark, at) => {
    mark.setAttribute("tabindex", at ? -1 : 0);
    mark.setAttribute("aria-label", mark.querySelector("title")?.textContent ?? dataOf(mark).tip);
    mark.querySelector("title")?.remove();
  });
}

function openBox(target) {
  clearTimeout(closing);
  if (target === explained) return;
  const isTerm = target.matches(TERM);
  const description = isTerm ? MEANINGS[target.hash.slice(1)] : target.title;
  if (description) target.setAttribute("aria-description", description);
  target.removeAttribute("title"); // else the browser shows it as well
  tip.replaceChildren(...(isTerm ? [textElement("div", description)] : aboutNumber(target)));
  tip.style.left = 0; // else it is measured where it was, and shrinks at the edge
  document.body.append(tip);
  placeBox(target, isTerm);
  explained = target;
}

// The model's name, lines on its number, and where a click leads.
function aboutNumber(target) {
  const [name, ...lines] = (labelOf(target) ?? "").split("\n");
  const children = [textElement("strong", name), ...lines.map((line) => textElement("div", line))];
  if (addressOf(target)) {
    const words = target.matches(".sb-plot *") ? "Page of this model" : "Card of this number";
    children.push(
      Object.assign(textElement("a", words), { href: addressOf(target), tabIndex: -1 }),
    );
  }
  return children;
}

function textElement(tag, textContent) {
  return Object.assign(document.createElement(tag), { textContent });
}

// Below what it explains, or above, where below is no room; a term may run over two lines.
function placeBox(target, isTerm) {
  const around = isTerm ? target.getClientRects()[0] : target.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const wanted = isTerm ? around.left : (around.left + around.right - width) / 2;
  const most = document.documentElement.clientWidth - width - 8;
  const fits = around.bottom + 6 + height < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(wanted, most)) + scrollX}px`;
  tip.style.top = `${(fits ? around.bottom + 6 : around.top - 6 - height) + scrollY}px`;
}

function closeBox() {
  tip.remove();
  explained = null;
}

document.addEventListener("pointerover", ({ target, pointerType }) => {
  if (pointerType === "touch") return;
  const pointed = target.closest(EXPLAINED);
  if (pointed) openBox(pointed);
  if (tip.contains(target)) clearTimeout(closing);
});
document.addEventListener("pointerout", ({ target, pointerType }) => {
  clearTimeout(closing);
  const left = target.closest(EXPLAINED) === explained || tip.contains(target);
  if (explained && left && pointerType !== "touch") closing = setTimeout(closeBox, CLOSE_AFTER);
});
document.addEventListener(
  "pointerdown",
  ({ pointerType }) => (byFinger = pointerType === "touch"),
  true,
);
document.addEventListener(
  "click",
  (event) => {
    const target = event.target.closest(`${MARK}, ${TERM}`);
    const isOpen = target && target === explained;
    if (!tip.contains(event.target)) closeBox();
    if (target && byFinger && !isOpen) {
      event.preventDefault(); // the first tap explains, the second goes
      openBox(target);
    } else if (target && !target.href) follow(target, event);
  },
  true,
);
document.addEventListener("focusout", ({ relatedTarget }) => {
  if (!tip.contains(relatedTarget)) closeBox();
});
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(EXPLAINED) && target.matches(":focus-visible")) openBox(target);
});
document.addEventListener("keydown", (event) => {
  const mark = event.target.closest(MARK);
  if (event.key === "Escape") closeBox();
  if (event.key === "Enter" && mark && !mark.href) follow(mark, event);
  const marks = mark && STEPS[event.key] ? [...mark.closest("svg").querySelectorAll(MARK)] : [];
  const next = marks[marks.indexOf(mark) + STEPS[event.key]];
  if (!next) return;
  event.preventDefault();
  mark.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
});

// A mark of Vega is no link of its own.
function follow(mark, { ctrlKey, metaKey }) {
  if (addressOf(mark)) window.open(addressOf(mark), ctrlKey || metaKey ? "_blank" : "_self");
}
