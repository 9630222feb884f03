// The button "Cite" gives way to the entry in each format. Its text comes from entries.js, which the
// build writes from the book's own data; id, title and note come from the button.

const ESCAPED = {
  bib: (text) => text.replace(/[%&#_$]/g, "\\$&"),
  json: (text) => JSON.stringify(text).slice(1, -1),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest(".sb-cite");
  if (!button) return;
  const links = Object.entries(SB_FORMATS).flatMap(([ending, name]) => {
    const link = document.createElement("a");
    link.download = `${button.dataset.id.replaceAll("/", "-")}.${ending}`;
    link.href = "data:text/plain;charset=utf-8," + encodeURIComponent(entry(button.dataset, ending));
    link.textContent = name;
    return [link, " "];
  });
  button.replaceWith(...links);
  links[0].focus();
});

function entry({ kind, id, title, note }, ending) {
  const escaped = ESCAPED[ending];
  return SB_ENTRIES[kind][ending]
    .replace("@ID@", () => id) // the first is the entry's key, which has no signs to escape
    .replaceAll("@ID@", () => escaped(id))
    .replaceAll("@TITLE@", () => escaped(title))
    .replaceAll(note ? "@NOTE@" : "@NOTE@; ", () => escaped(note));
}
