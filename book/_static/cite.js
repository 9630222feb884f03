// The button "Cite" saves an entry of BibTeX. Its text comes from entries.js, which the build writes
// from the book's own data; id, title and note come from the button.

const escaped = (text) => text.replace(/[%&#_$]/g, "\\$&");

document.addEventListener("click", (event) => {
  const button = event.target.closest(".sb-cite");
  if (!button) return;
  const { id, title, note } = button.dataset;
  const entry = SB_ENTRY.replace("@ID@", () => id) // its key, which has no signs to escape
    .replaceAll("@ID@", () => escaped(id))
    .replaceAll("@TITLE@", () => escaped(title))
    .replaceAll(note ? "@NOTE@" : "@NOTE@; ", () => escaped(note));
  const link = document.createElement("a");
  link.download = `${id.replaceAll("/", "-")}.bib`;
  link.href = "data:text/plain;charset=utf-8," + encodeURIComponent(entry);
  link.click();
});
