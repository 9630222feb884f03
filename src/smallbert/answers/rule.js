// The rule, as rule.py has it: what meets a choice, in which order, and what to take first.
"use strict";

const smallbertRule = (choice, lines) => {
  const [BAND, MOST, NEVER, STATUS] = [0.5, 3, 1e9, ["meets", "not known", "misses"]];
  const can = ({ needs }) => needs.every((each) => choice.can.includes(each));

  // Whether a line meets the choice by its values, and surely by its whole intervals.
  const judge = (line, at) => {
    const [plain, kind] = [line.sources[""], choice.task.split("/")[0]];
    const ready = line.sources[kind] ?? plain;
    const source = plain.checkpoint && can(plain) && ready.kind !== "embeddings" ? plain : ready;
    const score = line.scores[choice.task] ?? null;
    let time = line.times[`${choice.device}/${choice.tokens}`] ?? null;
    if (time && choice.scale) time = { ...time, ms: time.ms * choice.scale, how: "estimated" };
    const known = time ? { time: [time.ms, time.how === "estimated" ? NEVER : time.ms] } : {};
    if (score) Object.assign(known, { score: [score.value, score.low], kept: [score.kept, score.kept_low] });
    const missed = can(source) ? [] : ["can"];
    const unknown = [...(score ? [] : ["task"]), ...(choice.released && !source.checkpoint ? ["released"] : [])];
    let [off, surely] = [missed.length ? NEVER : 1, true];
    for (const { name, least, asked } of choice.limits) {
      const ends = known[name] ?? [line[name] ?? null, line[name] ?? null];
      const [over, most] = ends.map((end) => (least ? asked / Math.max(end, 1 / NEVER) : end / asked));
      if (ends[0] === null) unknown.push(name);
      else if (over > 1) missed.push(name);
      if (ends[0] !== null) [off, surely] = [Math.max(off, over), surely && most <= 1];
    }
    const status = missed.length ? 2 : Math.min(unknown.length, 1);
    const marks = [line.mark, source.mark, score?.caution].filter(Boolean);
    const [group, low] = [2 * status + Number(!source.checkpoint), score?.low ?? 0];
    return { at, group, low, status: STATUS[status], surely: surely && !status, why: missed.length ? missed : unknown, off, marks, source, score, time };
  };
  const listed = lines.map((_, at) => at).filter((at) => choice.pool.some((task) => task in lines[at].scores));
  const judged = listed.map((at) => judge(lines[at], at));

  // What meets first; then what can be downloaded; then by the lower end, in bands from the top.
  let [left, order] = [[...judged].sort((a, b) => a.group - b.group || b.low - a.low), []];
  const place = ({ source, at }) => [Number(!source.hub), lines[at].size ?? NEVER];
  while (left.length) {
    const band = left.filter(({ group, low }) => group === left[0].group && low >= left[0].low - BAND);
    order = [...order, ...band.sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1])];
    left = left.slice(band.length);
  }
  const good = order.filter((one) => one.group === order[0].group && one.score);
  const mask = good.reduce((sum, { at }) => sum | (1n << BigInt(at)), 0n);
  const best = Math.max(...good.map(({ score }) => score.value));
  const minded = ({ marks, score }) => 4 * (score.value < best - MOST) + (marks.length ? 2 : Number(score.how === "estimated"));
  const tied = good.filter(({ score }) => !(BigInt(`0x${score.beaten}`) & mask)).sort((a, b) => minded(a) - minded(b));
  return { lines: [...tied.slice(0, 1), ...order.filter((one) => one !== tied[0])], tied: tied.slice(1).map(({ at }) => at) };
};
