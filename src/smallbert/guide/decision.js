// Which models meet a reader's requirements: decision.py in the browser's language, function by
// function. A test compares the two over a grid of wishes, so change both or neither.
"use strict";

const smallbertAnswer = (() => {
  const APART = 1.96; // standard deviations of a difference beyond which two shares are told apart
  const OFFERS = 3; // how many near models are offered
  const SHARE_COUNTS = 10; // one per cent of the share counts as so many per cent of a cost

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
  const byOrder = (one, two) => compare(order(one), order(two));
  const models = (entries) => new Set(entries.map((entry) => entry.model)).size;
  const kindOf = ({ method, technique }) => JSON.stringify([method, technique]);

  function answer(data, wishes) {
    const asked = data.limits.filter((each) => wishes[each.wish] !== null);
    const found = entriesOf(data, wishes).map((entry) => ({ ...entry, misses: misses(data, wishes, asked, entry) }));
    const met = found.filter((entry) => !entry.misses.length).sort(byOrder);
    const entries = pooled(data, wishes, met, found);
    const unknown = unknownOf(met, found);
    const missed = missedOf(data, wishes, found, new Set([...met, ...unknown].map((each) => each.model)));
    return {
      summary: summary(data, wishes, met, unknown, found),
      notes: notes(data, wishes, asked, entries),
      entries,
      groups: groupsOf(data, wishes, met, found),
      unknown,
      missed,
      trouble: met.length ? [] : trouble(data, wishes, asked, found),
      nearest: met.length ? [] : nearest(data, wishes, asked, found),
      rules: rules(data, wishes, asked, met, missed),
    };
  }

  // One entry for each model and group: its strongest row there decides.
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
    if (limit.name === "time") return timeOf(wishes, speedup(wishes, entry));
    return entry.costs[limit.name] ?? null;
  }

  // The speedup that was measured on a device, by default the one asked for: the task's own before any.
  const speedup = (wishes, { speedups }, device = wishes.device) =>
    speedups.find((each) => each.device === device && [wishes.task, ""].includes(each.task));

  // BERT_BASE's time over a speedup [ms], with one decimal.
  const timeOf = (wishes, timed) => (timed ? Math.floor((wishes.base_ms / timed.times) * 10 + 0.5) / 10 : null);

  // The time that a speedup without a device would give, or null where there is none.
  const untimed = (wishes, entry) => timeOf(wishes, speedup(wishes, entry, ""));

  const meets = (limit, value, wanted) =>
    value !== null && (limit.sense === "most" ? value <= wanted : value >= wanted);

  const close = (wishes, { row }) => wishes.keep !== null && row.kept < wishes.keep && wishes.keep <= row.hopeful;

  function asks(data, wishes, limit) {
    if (limit.name === "can") return fill(limit.asks, { can: names(data, wishes.can) || data.words.nothing });
    return fill(limit.asks, { limit: plain(wishes[limit.wish]), device: deviceOf(data, wishes) });
  }

  const deviceOf = (data, wishes) => (wishes.device ? data.devices[wishes.device].label : "");
  const names = (data, abilities) => abilities.map((each) => data.abilities[each].name).join(", ");
  const short = (wishes, way) => way.needs.filter((each) => !wishes.can.includes(each));
  const wayOf = (wishes, entry) => least(entry.ways, (each) => [short(wishes, each).length]);
  const lackingOf = (wishes, entry) => short(wishes, wayOf(wishes, entry));

  // The requirements that an entry misses or is not known to meet, in their fixed order, with words.
  function misses(data, wishes, asked, entry) {
    const own = [];
    const lacking = lackingOf(wishes, entry);
    if (lacking.length)
      own.push({ requirement: "can", text: fill(data.words.needs, { names: names(data, lacking) }), value: lacking.length });
    for (const limit of asked) {
      const value = valueOf(wishes, limit, entry);
      if (meets(limit, value, wishes[limit.wish])) continue;
      if (limit.name === "keep" && close(wishes, entry)) continue;
      const says = () => fill(limit.says, { value: plain(value) });
      const text =
        value === null
          ? missing(data, wishes, limit, entry)
          : fill(data.words.misses, { says: says(), asks: asks(data, wishes, limit) });
      own.push({ requirement: limit.name, text: fill(text, { device: deviceOf(data, wishes) }), value });
    }
    return own;
  }

  // The measurement that is missing; of a time, also what is known instead.
  function missing(data, wishes, limit, entry) {
    if (limit.name !== "time") return limit.unknown;
    const first = entry.speedups.find((each) => each.device === wishes.device);
    const values = first && { tasks: data.tasks[first.task] ?? first.task, times: plain(first.times) };
    return [first ? fill(data.words.elsewhere, values) : limit.unknown, ...unstated(data, wishes, entry)].join("; ");
  }

  // Which speedup is printed without a device, and the time that it would give, if any.
  function unstated(data, wishes, entry) {
    const printed = speedup(wishes, entry, "");
    if (!printed) return [];
    const values = { times: plain(printed.times), time: plain(timeOf(wishes, printed)) };
    return [fill(data.words.unstated, { device: deviceOf(data, wishes), ...values })];
  }

  const known = (entry) => entry.misses.filter((miss) => miss.value !== null);
  const order = (entry) => [-entry.row.cautious, entry.costs.size ?? Infinity, entry.model];

  // One entry for each method and technique: its best, with its other variants.
  function pooled(data, wishes, met, found) {
    const own = new Map();
    for (const entry of found) if (met.includes(entry) && !own.has(entry.model)) own.set(entry.model, entry);
    const best = new Map();
    for (const entry of met)
      if (own.get(entry.model) === entry) best.set(kindOf(entry), [...(best.get(kindOf(entry)) ?? []), entry]);
    const lists = [...best.values()];
    const at = places(lists.map(([first]) => first));
    return lists.map(([first, ...others], rank) => ({
      ...shown(data, wishes, first, at[rank], found),
      also: others.map((each) => each.model),
    }));
  }

  // Where each entry of a ranked list may stand, as far as the errors tell, and its group of ties.
  function places(ranked) {
    let [tie, first] = [0, null];
    return ranked.map((entry) => {
      if (first === null || ahead(first, entry)) [tie, first] = [tie + 1, entry];
      const above = ranked.filter((each) => ahead(each, entry)).length;
      const below = ranked.filter((each) => ahead(entry, each)).length;
      return { ranks: [1 + above, ranked.length - below], tie };
    });
  }

  // Whether an entry surely keeps more than another.
  function ahead({ row: a }, { row: b }) {
    return a.kept - b.kept > APART * Math.sqrt(a.error * a.error + b.error * b.error);
  }

  function groupsOf(data, wishes, met, found) {
    const groups = [];
    for (const [key, group] of Object.entries(data.groups)) {
      const entries = met.filter((entry) => entry.group === key);
      const at = places(entries);
      if (entries.length)
        groups.push({ key, title: group.title, entries: entries.map((each, rank) => shown(data, wishes, each, at[rank], found)) });
    }
    return groups;
  }

  function shown(data, wishes, entry, place, found) {
    return {
      model: entry.model,
      method: entry.method,
      technique: entry.technique,
      ground: entry.group,
      row: entry.row.id,
      time: wishes.device ? valueOf(wishes, { name: "time" }, entry) : null,
      ...place,
      close: close(wishes, entry),
      flags: flagsOf(data, wishes, entry, found),
      evidence: entry.scores[wishes.task].map((each) => each.id),
    };
  }

  // What a reader should know of an entry before trusting it.
  function flagsOf(data, wishes, entry, found) {
    const { row } = entry;
    const flags = [];
    if (close(wishes, entry)) flags.push(fill(data.words.within, { value: plain(row.kept), error: plain(row.error) }));
    const { start } = wayOf(wishes, entry);
    if (start) flags.push(fill(data.words.start, start));
    if (wishes.device) {
      const timed = speedup(wishes, entry);
      if (!timed) flags.push(...unstated(data, wishes, entry));
      else if (timed.note) flags.push(fill(data.words[timed.note], { device: deviceOf(data, wishes) }));
    }
    const other = found.find((each) => each.model === entry.model && known(each).length);
    if (other) flags.push(fill(data.words.disagree, { text: known(other)[0].text }));
    return [...flags, ...row.flags];
  }

  // The models that are known to miss nothing, with the measurements that are missing.
  function unknownOf(met, found) {
    const seen = new Set(met.map((each) => each.model));
    const unknown = [];
    for (const entry of found) {
      if (seen.has(entry.model) || known(entry).length) continue;
      seen.add(entry.model);
      const text = entry.misses.map((miss) => miss.text).join("; ");
      unknown.push({ model: entry.model, technique: entry.technique, text });
    }
    return unknown;
  }

  // Each other model, with the first requirement that it is known to miss.
  function missedOf(data, wishes, found, hidden) {
    return data.methods
      .filter((method) => !hidden.has(method.model))
      .map((method) => {
        const { model, technique } = method;
        const own = found.find((entry) => entry.model === model);
        const text = fill(data.words.no_score, { task: data.tasks[wishes.task] });
        const miss = own ? known(own)[0] : { requirement: "task", text };
        const lacking = miss.requirement === "can" ? lackingOf(wishes, method) : [];
        return { model, technique, requirement: miss.requirement, text: miss.text, lacking };
      });
  }

  function summary(data, wishes, met, unknown, found) {
    const sure = met.filter((each) => !close(wishes, each));
    const near = models(met) - models(sure);
    const methods = (entries) => new Set(entries.map(kindOf)).size;
    const counts = { met: models(sure), scored: models(found), methods: methods(sure), known: methods(found) };
    const parts = [fill(data.words[sure.length ? "met" : "none"], { task: data.tasks[wishes.task], ...counts })];
    if (near) parts.push(fill(data.words.close, { n: near }));
    if (unknown.length) parts.push(fill(data.words.untold, { n: unknown.length }));
    return parts.join(" ");
  }

  // Say where the uncompressed model is within the limits, and where one source says it all.
  function notes(data, wishes, asked, entries) {
    const whole = { ...data.whole, row: { kept: 100 }, speedups: [{ device: wishes.device, task: "", times: 1 }] };
    const fits = asked.every((each) => meets(each, valueOf(wishes, each, whole), wishes[each.wish]));
    const said = fits ? [fill(data.words.whole, { model: whole.model })] : [];
    const credits = entries.map((entry) => data.credits[entry.row.split("/")[0]]);
    const times = (credit) => credits.filter((each) => each === credit).length;
    const most = least([...new Set(credits)], (each) => [-times(each), each]);
    if (credits.length > 2 && 2 * times(most) > credits.length)
      said.push(fill(data.words.one_source, { n: times(most), all: credits.length, credit: most }));
    return said;
  }

  // Which requirement nothing meets, or which two nothing meets together; where a measurement is
  // missing nothing is called impossible.
  function trouble(data, wishes, asked, found) {
    const every = [data.can, ...asked];
    const meet = (...limits) => {
      const wanted = limits.map((each) => each.name);
      const free = (items) => items.every((miss) => !wanted.includes(miss.requirement));
      return [models(found.filter((e) => free(e.misses))), models(found.filter((e) => free(known(e))))];
    };
    const said = [];
    for (const each of every) {
      const [sure, maybe] = meet(each);
      if (!sure) said.push(fill(data.words[maybe ? "unshown" : "impossible"], { asks: asks(data, wishes, each), n: maybe }));
    }
    if (said.length) return said;
    every.forEach((one, at) => {
      for (const two of every.slice(at + 1)) {
        const [sure, maybe] = meet(one, two);
        const both = { one: asks(data, wishes, one), two: asks(data, wishes, two), n: maybe };
        if (!sure) said.push(fill(data.words[maybe ? "apart" : "contradict"], both));
      }
    });
    const [, maybe] = meet(...every);
    return said.length ? said : [fill(data.words[maybe ? "open" : "together"], { n: maybe })];
  }

  // The models that come nearest, those within all limits that ask for the fewest abilities more, and
  // those that would be within them if a speedup printed without a device held on the reader's.
  function nearest(data, wishes, asked, found) {
    const [near, able, tried] = [[], [], []];
    for (const entry of found) {
      const only = entry.misses.length === 1 ? entry.misses[0].requirement : "";
      if (only === "can") able.push([[entry.misses[0].value, ...order(entry)], entry]);
      else if (only === "time" && !known(entry).length) {
        const time = untimed(wishes, entry);
        if (time !== null && time <= wishes.max_ms) tried.push([order(entry), entry]);
      } else if (known(entry).length === entry.misses.length && !lackingOf(wishes, entry).length)
        near.push([[distance(wishes, asked, entry), ...order(entry)], entry]);
    }
    return Object.entries({ near, able, tried }).flatMap(([name, keyed]) => offers(data.words[name], keyed));
  }

  function offers(words, keyed) {
    const first = new Map();
    for (const [, entry] of keyed.sort(([one], [two]) => compare(one, two)))
      if (!first.has(kindOf(entry))) first.set(kindOf(entry), entry);
    return [...first.values()].slice(0, OFFERS).map((entry) => offer(words, entry));
  }

  function distance(wishes, asked, entry) {
    let total = 0;
    for (const miss of entry.misses) {
      const { name, wish } = asked.find((each) => each.name === miss.requirement);
      total += Math.abs(Math.log(Math.max(miss.value, 1e-9) / wishes[wish])) * (name === "keep" ? SHARE_COUNTS : 1);
    }
    return Math.floor(total * 1e6 + 0.5) / 1e6;
  }

  function offer(words, entry) {
    const text = entry.misses.map((miss) => miss.text).join("; ");
    return { model: entry.model, text: fill(words, { model: entry.model, kept: plain(entry.row.kept), text }) };
  }

  // The suggestions that apply to this answer, in the words of the guide.
  function rules(data, wishes, asked, met, missed) {
    const parts = [...new Map(met.map((entry) => [kindOf(entry), entry.technique.split("+")])).values()];
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
