// How Sphinx's search weighs a result: its own weights, and more for a page whose title has a word
// that begins with each word sought, the most for a title that is the query itself.
var Scorer = {
  score: ([, title, anchor, , score]) => {
    const query = new URLSearchParams(location.search).get("q") ?? "";
    const plain = (text) => text.normalize("NFKC").toLowerCase().match(/[\p{Letter}\p{Number}_]+/gu) ?? [];
    const [sought, own] = [plain(query), plain(title)];
    const all = sought.every((word) => own.some((each) => each.startsWith(word)));
    if (anchor || !all) return score;
    return score + (own[0].startsWith(sought[0]) ? 20 : 10);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
