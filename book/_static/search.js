// The page of the search shows sentences: prose first, else a row of a table; no code, no menus.

const NO_TEXT = ".cell_input, pre, script, style, svg, form, nav, button";
const NO_PROSE = `${NO_TEXT}, .headerlink, .sb-rerun, .sb-credit, .sb-verdict`;
const LENGTH = 240; // letters of an excerpt, half of them before what is sought

document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return; // another page
  Search.makeSearchSummary = (html, keywords, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    page.querySelectorAll(NO_PROSE).forEach((each) => each.remove());
    const target = anchor ? page.getElementById(decodeURIComponent(anchor.slice(1))) : null;
    const part =
      target?.closest("section, figure, details") ?? page.querySelector("article") ?? page.body;
    const texts = [...part.querySelectorAll("p, li, dd, figcaption")].map(
      (each) => each.textContent,
    );
    texts.push(
      ...[...part.querySelectorAll("tr")].map((row) =>
        [...row.cells].map((cell) => cell.textContent).join(" "),
      ),
    );
    return Object.assign(document.createElement("p"), {
      className: "context",
      textContent: excerpt(texts, [...keywords]),
    });
  };
});

// Return what stands around the words in the first text that has most of them.
function excerpt(texts, keywords) {
  const words = keywords.map((word) => word.toLowerCase());
  const found = (text) =>
    words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const every = texts.map((text) => text.replace(/\s+/g, " ").trim());
  const long = every.filter((text) => text.length > 30); // a word alone says nothing
  const plain = long.length ? long : every;
  const best = plain.reduce(
    (one, two) => (found(two).length > found(one).length ? two : one),
    plain[0] ?? "",
  );
  const from = Math.max(Math.min(...found(best), best.length) - LENGTH / 2, 0);
  const begin = from && found(best).length ? best.indexOf(" ", from) + 1 : 0;
  const rest = best.slice(begin);
  const end = rest.length > LENGTH ? rest.lastIndexOf(" ", LENGTH) : rest.length;
  return `${begin ? "… " : ""}${rest.slice(0, end)}${end < rest.length ? " …" : ""}`;
}
