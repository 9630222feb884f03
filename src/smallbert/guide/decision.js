// Which methods meet a reader's requirements: decision.py in the browser's language, function by
// function. A test compares the two over a grid of wishes, so change both or neither.
"use strict";

const smallbertAnswer = (() => {
  const APART = 1.96; // standard deviations of a difference beyond which two shares are told apart

  const plain = (number) => String(Number(number.toPrecision(10)));
  const fill = (template, values) =>
    Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), template);

  // Compare two lists from the left, as Python compares tuples.
  const compare = (one, two) => {
    for (let at = 0; at < one.length; at++) {
      if (one[at] < two[at]) return -1;
      if (one[at] > two[at]) return 1;
    }
    return 0;
  };
  const least = (items, key) =>
    items.reduce((best, each) => (best === null || compare(key(each), key(best)) < 0 ? each : best), null);
  const models = (entries) => new Set(entries.map((entry) => entry.model)).size;

  function answer(data, wishes) {
    const asked = data.limits.filter((each) => wishes[each.wish] !== null);
    const found = entriesOf(data, wishes).map((entry) => ({ ...entry, misses: misses(data, wishes, asked, entry) }));
    const met = found.filter((entry) => !entry.misses.length);
    const groups = groupsOf(data, wishes, met, found);
    const missed = missedOf(data, wishes, found, new Set(met.map((entry) => entry.model)));
    return {
      summary: summary(data, wishes, met, found, groups.length),
      note: note(data, wishes, asked),
      groups,
      missed,
      trouble: met.length ? [] : trouble(data, wishes, asked, found),
      nearest: met.length ? [] : nearest(data, wishes, asked, found),
      rules: rules(data, wishes, asked, met, missed),
    };
  }

  // One entry for each method and group: its strongest row there decides.
  function entriesOf(data, wishes) {
    return data.methods.flatMap((method) => {
      const groups = new Map();
      for (const row of method.scores[wishes.task] ?? [])
        if (!groups.has(row.group)) groups.set(row.group, { ...method, row, group: row.group });
      return [...groups.values()];
    });
  }

  // What an entry has of the limited quantity, or null where nothing tells it.
  function valueOf(wishes, limit, entry) {
    if (limit.name === "keep") return entry.row.kept;
    if (limit.name === "time") {
      const speedup = entry.speedups[wishes.device];
      return speedup ? Math.floor((wishes.base_ms / speedup) * 10 + 0.5) / 10 : null;
    }
    return entry.costs[limit.name] ?? null;
  }

  const meets = (limit, value, wanted) =>
    value !== null && (limit.sense === "most" ? value <= wanted : value >= wanted);

  function asks(data, wishes, limit) {
    if (limit.name === "can") return fill(limit.asks, { can: names(data, wishes.can) || data.words.nothing });
    return fill(limit.asks, { limit: plain(wishes[limit.wish]), device: deviceOf(data, wishes) });
  }

  const deviceOf = (data, wishes) => (wishes.device ? data.devices[wishes.device].label : "");
  const names = (data, abilities) => abilities.map((each) => data.abilities[each].name).join(", ");
  const lackingOf = (wishes, entry) => entry.needs.filter((each) => !wishes.can.includes(each));

  // The requirements that an entry misses, in their fixed order, each with words.
  function misses(data, wishes, asked, entry) {
    const own = [];
    const lacking = lackingOf(wishes, entry);
    if (lacking.length)
      own.push({ requirement: "can", text: fill(data.words.needs, { names: names(data, lacking) }), value: lacking.length });
    for (const limit of asked) {
      const value = valueOf(wishes, limit, entry);
      if (meets(limit, value, wishes[limit.wish])) continue;
      const says = value === null ? limit.unknown : fill(limit.says, { value: plain(value) });
      const text = fill(data.words.misses, { says, asks: asks(data, wishes, limit) });
      own.push({ requirement: limit.name, text: fill(text, { device: deviceOf(data, wishes) }), value });
    }
    return own;
  }

  const order = (entry) => [-entry.row.cautious, entry.costs.size ?? Infinity, entry.model];

  function groupsOf(data, wishes, met, found) {
    const groups = [];
    for (const [key, group] of Object.entries(data.groups)) {
      const entries = met
        .filter((entry) => entry.group === key)
        .sort((one, two) => compare(order(one), order(two)));
      if (entries.length)
        groups.push({ key, title: group.title, entries: entries.map((each) => shown(data, wishes, each, entries[0], found)) });
    }
    return groups;
  }

  function shown(data, wishes, entry, first, found) {
    const [row, best] = [entry.row, first.row];
    const margin = APART * Math.sqrt(row.error * row.error + best.error * best.error);
    const flags = [...row.flags];
    if (wishes.keep !== null && row.cautious < wishes.keep) flags.push(data.words.close);
    const other = found.find((each) => each.model === entry.model && each.misses.length);
    if (other) flags.push(fill(data.words.disagree, { text: other.misses[0].text }));
    return {
      model: entry.model,
      technique: entry.technique,
      row: row.id,
      time: wishes.device ? valueOf(wishes, { name: "time" }, entry) : null,
      apart: best.kept - row.kept > margin,
      flags,
      evidence: entry.scores[wishes.task].map((each) => each.id),
    };
  }

  // Each method that does not meet the wishes, with the first requirement that it misses.
  function missedOf(data, wishes, found, met) {
    return data.methods
      .filter((method) => !met.has(method.model))
      .map(({ model, technique, needs }) => {
        const own = found.find((entry) => entry.model === model);
        const text = fill(data.words.no_score, { task: data.tasks[wishes.task] });
        const miss = own ? own.misses[0] : { requirement: "task", text };
        const lacking = miss.requirement === "can" ? lackingOf(wishes, { needs }) : [];
        return { model, technique, requirement: miss.requirement, text: miss.text, lacking };
      });
  }

  function summary(data, wishes, met, found, groups) {
    const counts = { met: models(met), scored: models(found), groups };
    const name = !met.length ? "none" : groups === 1 ? "one_group" : "several_groups";
    return fill(data.words[name], { task: data.tasks[wishes.task], ...counts });
  }

  // Say so where the uncompressed model is within the limits already.
  function note(data, wishes, asked) {
    const whole = { ...data.whole, row: { kept: 100 }, speedups: { [wishes.device]: 1 } };
    const fits = asked.every((each) => meets(each, valueOf(wishes, each, whole), wishes[each.wish]));
    return fits ? fill(data.words.whole, { model: whole.model }) : "";
  }

  // Which requirement nothing meets, or which two nothing meets together.
  function trouble(data, wishes, asked, found) {
    const every = [data.can, ...asked];
    const meet = (...limits) => {
      const wanted = limits.map((each) => each.name);
      return found.some((entry) => entry.misses.every((miss) => !wanted.includes(miss.requirement)));
    };
    const said = every
      .filter((each) => !meet(each))
      .map((each) => fill(data.words.impossible, { asks: asks(data, wishes, each) }));
    if (said.length) return said;
    every.forEach((one, at) => {
      for (const two of every.slice(at + 1))
        if (!meet(one, two))
          said.push(fill(data.words.contradict, { one: asks(data, wishes, one), two: asks(data, wishes, two) }));
    });
    return said.length ? said : [data.words.together];
  }

  // What can be had if one requirement alone gives way, else the fewest misses.
  function nearest(data, wishes, asked, found) {
    const near = [];
    for (const limit of [data.can, ...asked]) {
      const sign = limit.sense === "least" ? -1 : 1;
      const only = found.filter(
        ({ misses: [miss, ...more] }) => miss && !more.length && miss.requirement === limit.name && miss.value !== null,
      );
      if (only.length)
        near.push(offer(data.words.near, limit, least(only, (each) => [sign * each.misses[0].value, ...order(each)])));
    }
    if (near.length || !found.length) return near;
    return [offer(data.words.fewest, { name: "all" }, least(found, (each) => [each.misses.length, ...order(each)]))];
  }

  function offer(words, limit, entry) {
    const text = entry.misses.map((miss) => miss.text).join("; ");
    return { requirement: limit.name, model: entry.model, text: fill(words, { model: entry.model, text }) };
  }

  // The suggestions that apply to this answer, in the words of the guide.
  function rules(data, wishes, asked, met, missed) {
    const parts = [...new Map(met.map((entry) => [entry.model, entry.technique.split("+")])).values()];
    const lacking = missed.map((each) => each.lacking);
    const smallest = least(met.filter((entry) => (entry.costs.size ?? null) !== null), (each) => [each.costs.size, each.model]);
    const count = (items, holds) => items.filter(holds).length;
    const counts = {
      always: 1,
      unlimited: asked.some((each) => each.name !== "keep") ? 0 : 1,
      timed: wishes.max_ms !== null ? 1 : 0,
      kernels: count(lacking, (each) => each.includes("sparse") || each.includes("integer")),
      shapes: count(lacking, (each) => each.includes("architecture")),
      compound: count(parts, (each) => each.length > 1),
      combined: smallest !== null && smallest.technique.includes("+") ? 1 : 0,
      guided: count(parts, (each) => each.length > 1 && each.includes("distillation")),
    };
    const values = { device: deviceOf(data, wishes), smallest: smallest ? smallest.model : "" };
    return data.suggestions
      .filter((each) => counts[each.when])
      .map((each) => ({ suggestion: each.suggestion, text: fill(each.says, { n: counts[each.when], ...values }) }));
  }

  return { answer, plain };
})();
