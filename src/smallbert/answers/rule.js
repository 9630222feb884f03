// The rule, as rule.py has it, function by function: what meets a choice, in which order, and what
// to take first.
"use strict";

const smallbertRule = (choice, candidates) => {
  const BAND = 0.5;
  const STATUS = ["meets", "not known", "misses"];
  const FAR_BELOW = 3;
  const NEVER = 1e9;

  const able = (source) => source.needs.every((need) => choice.can.includes(need));

  function weightsFor(candidate) {
    const [plain, kind] = [candidate.sources[""], choice.task.split("/")[0]];
    const ready = candidate.sources[kind] ?? plain;
    return plain.checkpoint && able(plain) && ready.kind !== "embeddings" ? plain : ready;
  }

  function timeOf(candidate) {
    const time = candidate.times[`${choice.device}/${choice.tokens}`] ?? null;
    if (time && choice.scale) return { ...time, ms: time.ms * choice.scale, how: "estimated" };
    return time;
  }

  function valueAndWorst(name, candidate, score, time) {
    if (name === "time")
      return time ? [time.ms, time.how === "estimated" ? NEVER : time.ms] : [null, null];
    if (name === "score") return score ? [score.value, score.low] : [null, null];
    if (name === "kept") return score ? [score.kept, score.kept_low] : [null, null];
    return [candidate[name], candidate[name]];
  }

  function checkLimits(candidate, score, time) {
    const limits = { missed: [], unknown: [], off: 1, surely: true };
    for (const { name, least, asked } of choice.limits) {
      const [value, worst] = valueAndWorst(name, candidate, score, time);
      if (value === null) {
        limits.unknown.push(name);
        continue;
      }
      const [over, worstOver] = [value, worst].map((number) =>
        least ? asked / Math.max(number, 1 / NEVER) : number / asked,
      );
      if (over > 1) limits.missed.push(name);
      limits.off = Math.max(limits.off, over);
      limits.surely &&= worstOver <= 1;
    }
    return limits;
  }

  function judgeCandidate(candidate, index) {
    const [source, time] = [weightsFor(candidate), timeOf(candidate)];
    const score = candidate.scores[choice.task] ?? null;
    const limits = checkLimits(candidate, score, time);
    const unable = able(source) ? [] : ["can"];
    const unscored = score ? [] : ["task"];
    const unreleased = choice.released && !source.checkpoint ? ["released"] : [];
    const missed = [...unable, ...limits.missed];
    const unknown = [...unscored, ...unreleased, ...limits.unknown];
    const status = missed.length ? 2 : unknown.length ? 1 : 0;
    const marks = [candidate.mark, source.mark, score ? score.caution : ""];
    return {
      index,
      group: 2 * status + Number(!source.checkpoint),
      low: score ? score.low : 0,
      status: STATUS[status],
      surely: limits.surely && !status,
      why: missed.length ? missed : unknown,
      off: Math.max(unable.length ? NEVER : 1, limits.off),
      marks: marks.filter(Boolean),
      source,
      score,
      time,
    };
  }

  function ranked(judged) {
    const place = ({ source }) => Number(!source.hub);
    const size = ({ index }) => candidates[index].size || NEVER;
    let left = [...judged].sort((a, b) => a.group - b.group || b.low - a.low);
    const order = [];
    while (left.length) {
      const leader = left[0];
      const near = ({ group, low }) => group === leader.group && low >= leader.low - BAND;
      const band = left.filter(near);
      order.push(...band.sort((a, b) => place(a) - place(b) || size(a) - size(b)));
      left = left.slice(band.length);
    }
    return order;
  }

  function reservation({ score, marks }, best) {
    const [farBelow, estimated] = [score.value < best - FAR_BELOW, score.how === "estimated"];
    return 4 * Number(farBelow) + (marks.length ? 2 : Number(estimated));
  }

  const judged = candidates
    .map((candidate, index) => ({ candidate, index }))
    .filter(({ candidate }) => choice.pool.some((task) => task in candidate.scores))
    .map(({ candidate, index }) => judgeCandidate(candidate, index));
  const order = ranked(judged);
  const leaders = order.filter((one) => one.group === order[0].group && one.score);
  const mask = leaders.reduce((sum, { index }) => sum | (1n << BigInt(index)), 0n);
  const best = Math.max(...leaders.map(({ score }) => score.value));
  const tied = leaders.filter(({ score }) => !(BigInt(`0x${score.beaten}`) & mask));
  tied.sort((a, b) => reservation(a, best) - reservation(b, best));
  const others = order.filter((one) => one !== tied[0]);
  const [first, more] = [tied.slice(0, 1), tied.slice(1)];
  return { ranked: [...first, ...others], tied: more.map(({ index }) => index) };
};
