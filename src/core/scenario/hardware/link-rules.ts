/**
 * The meaning of link rules. A rule refers to a class of links. In networks whose links are named individually, it may also refer to a
 * single link by its two ends, `3-7`; such a rule overrides that of the class.
 */
import { type ValidationIssue, show } from "../../base/errors.ts";
import { nearestFraction } from "../../base/fraction.ts";
import { recently } from "../../base/lru.ts";
import { once } from "../../base/once.ts";
import { amount } from "../../base/amount.ts";
import { type About, type Amount, type ChosenKind, nearestName, text } from "../../base/params.ts";
import { isSameValue } from "../../base/same.ts";
import { phitBytes, sayQuantity } from "../../base/units.ts";
import { anded } from "../../base/words.ts";
import { flowControls } from "../../flow-control/shelf.ts";
import { nameOfEnds, type Network } from "../../network/network.ts";
import type { LinkPart, Parts } from "../../network/parts.ts";
import type { ChannelClocks } from "../../plan/links.ts";
import { largest } from "../../topologies/contract.ts";
import { topologies } from "../../topologies/shelf.ts";
import { channelRateOf, ratedTechnology } from "../clock.ts";
import { checkedFacts } from "../facts.ts";
import type { LinkClock, Linked, LinkLaws, LinkRule, NamedLinks } from "../links.ts";

/**
 * Signal delay in picoseconds per millimeter: 5 ns per meter, two thirds of the speed of light, as in ITU-T G.114, Annex A, for fiber on
 * land (5 µs per kilometer). Light in glass of index 1.468 takes 4.9.
 */
const perMillimetre = 5;
/** Maximum numerator and denominator of a rate, and the range of a rate. */
const mostParts = 10_000;
const [slowest, fastest] = [1 / 1000, 1000];
/**
 * The same for engines in real time, where rates are capacities and need not fit into cycles. Rates in the range above keep their
 * fractions, so their results do not change.
 */
const mostPartsInRealTime = 1_000_000_000;
/** Maximum length of a link, cycles; and for event-driven engines in real time. */
const [longest, longestInRealTime] = [1_000_000, 10_000_000_000_000];
const numerals = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A rate in words: `twice as fast`, `half as fast`, `2.5 times as fast`. */
function sayTimes(rate: number): string {
  if (rate === 1) return "as fast as usual";
  if (rate === 2) return "twice as fast";
  return rate === 0.5 ? "half as fast" : `${numerals[rate - 3] ?? Number(rate.toPrecision(4))} times as fast`;
}

const sayCycles = (cycles: number) => (cycles === 1 ? "1 cycle" : `${cycles.toLocaleString("en-US")} cycles`);

/** The parameters of a link rule. */
export const ruleParams = {
  class: text({
    title: "Class",
    help: "Which links: a class of the topology, such as terminal, global, X or level 0 to 1; in a drawing also a single link, by the numbers of its two ends, 3-7.",
    maxLength: 80,
    default: "",
  }),
  rate: amount({
    title: "Rate",
    help: "How fast, as a multiple of the technology's rate; or in bits or bytes per second, 400 Gb/s, 50 GB/s. A packet that cuts through to a faster link waits until it cannot run dry there.",
    min: slowest,
    max: fastest,
    step: 0.5,
    quantities: [{ dimension: "rate", min: 1000, max: 1e15, multipleOf: 1 }],
    say: (rate) => (typeof rate === "number" ? sayTimes(rate) : `of ${sayQuantity(rate.value, rate.of)}`),
    default: 1,
  }),
  length: amount({
    title: "Length",
    help: "Cycles from one end to the other, beside the phit's own; or a time, 100 ns, or a length, 20 m, at 5 ns a metre. Where time is counted in cycles, it is rounded to the nearest whole one.",
    unit: "cycles",
    min: 0,
    max: longest,
    step: 1,
    quantities: [
      { dimension: "time", min: 0, max: 1e15, multipleOf: 1 },
      { dimension: "length", min: 0, max: 1e12, multipleOf: 1 },
    ],
    say: (length) =>
      length === 0 ? "of no length" : `${typeof length === "number" ? sayCycles(length) : sayQuantity(length.value, length.of)} long`,
    default: 0,
  }),
};

/** How the list of link rules is addressed, normalized and described: its entries are named by link class. */
export const about: About<LinkRule> = {
  by: "class",
  entryOf(text, rules, beside) {
    const topology = beside["topology"] as ChosenKind;
    // While the topology is invalid, its links are unknown.
    const nameOf = (each: string) => (classesOf(topology) === null ? each : linksNamed(topology, each)?.name);
    const numbered = /^(0|[1-9]\d*)$/.test(text) ? rules[Number(text)] : undefined;
    const name = nameOf(text) ?? (numbered === undefined ? undefined : nameOf(numbered.class));
    if (name === undefined) return null;
    const listed = rules.find((rule) => rule.class === name);
    return { key: keyOf(name), entry: listed ?? { class: name, ...usualOf(name, rules, topology) } };
  },
  withEntry: (entry, rules, beside) => about.settled([...rules.filter((rule) => rule.class !== entry.class), entry], beside),
  keys: (rules, beside) => {
    const topology = beside["topology"] as ChosenKind;
    const classes = (classesOf(topology) ?? []).map(({ name }) => name);
    return [...new Set([...classes, ...rules.map((rule) => rule.class)])].map(keyOf);
  },
  title(name, beside) {
    const topology = beside["topology"] as ChosenKind;
    const ends = classesOf(topology) === null ? null : (linksNamed(topology, name)?.ends ?? null);
    if (ends !== null) return `link ${nameOfEnds(networkOf(topology), ends)}`;
    return isSingle(name) ? `link ${name}` : name === "link" ? "links" : `${name} links`;
  },
  said(rules, beside, isTold = () => false) {
    const topology = beside["topology"] as ChosenKind;
    return rules.flatMap((rule) => {
      const usual = usualOf(rule.class, rules, topology);
      const told = (["rate", "length"] as const).filter((name) => !isSameValue(rule[name], usual[name]));
      const words = told.filter((name) => !isTold(keyOf(rule.class), name)).map((name) => ruleParams[name].say(rule[name]));
      // A class whose name contains its rate or length is shown without it, because the rule states another one.
      const name = rule.class.replace(/^([\d.]+ \S+ ?)+/, "") || "link";
      return words.length === 0 ? [] : [{ title: about.title(name, beside), words: anded(words) }];
    });
  },
  settled: (rules, beside) => settledLinks(rules, beside["topology"] as ChosenKind),
  changes(from, to, beside) {
    const topology = beside["topology"] as ChosenKind;
    const names = new Set([...to, ...from].map((rule) => rule.class));
    const ruleOf = (name: string, rules: readonly LinkRule[]) =>
      rules.find((rule) => rule.class === name) ?? { class: name, ...usualOf(name, rules, topology) };
    let rules = from;
    const changes: { path: readonly string[]; value: unknown }[] = [];
    for (const name of names) {
      const [was, is] = [ruleOf(name, rules), ruleOf(name, to)];
      for (const own of ["rate", "length"] as const)
        if (!isSameValue(was[own], is[own])) changes.push({ path: [keyOf(name), own], value: is[own] });
      rules = settledLinks([...rules.filter((rule) => rule.class !== name), is], topology);
    }
    return isSameValue(rules, to) ? changes : [{ path: [], value: to }];
  },
};

/** A name as one word for paths: `level 0 to 1` → `level-0-to-1`. */
const keyOf = (name: string) => name.replaceAll(/[ .]/g, "-");

/** The link classes of a topology, in closed form; null if the topology is invalid or too large. */
export const classesOf = once((topology: ChosenKind): readonly LinkPart[] | null => {
  const facts = checkedFacts(topology);
  if (facts === null) return null;
  const { terminals, links, laid = links, parts } = facts;
  return terminals <= largest.terminals && laid <= largest.links ? parts.links : null;
});

/** The links with a name, in either spelling; null if the topology has none. The topology must be valid. */
function linksNamed(topology: ChosenKind, name: string): NamedLinks | null {
  const classes = classesOf(topology) ?? [];
  const found = classes.find((each) => each.name === name) ?? classes.find((each) => keyOf(each.name) === name);
  if (found !== undefined) return { name: found.name, class: found.name, place: [found.place], ends: null, count: found.count };
  return singleLink(topology, name);
}

const isSingle = (name: string) => singleName.test(name);
const singleName = /^(t?)(\d{1,6})-(t?)(\d{1,6})$/;

/** A link by its two ends, switches by number and terminals with a t: `3-7`, `t5-2`. */
function singleLink(topology: ChosenKind, name: string): NamedLinks | null {
  const { nodeOf } = topologies.get(topology.kind);
  const ends = singleName.exec(name);
  if (nodeOf === undefined || ends === null) return null;
  const end = (isTerminal: string, number: string) => {
    const node = nodeOf(topology.values, Number(number), isTerminal !== "");
    return node === null ? [] : [{ node, said: `${isTerminal}${Number(number)}` }];
  };
  const [a, b, ...more] = [...end(ends[1], ends[2]), ...end(ends[3], ends[4])].sort((one, other) => one.node - other.node);
  if (b === undefined || more.length > 0) return null;
  const network = networkOf(topology);
  const channels = channelsBetween(network, [a.node, b.node]);
  if (channels.length === 0) return null;
  const own = network.linkClasses[network.linkClass[channels[0]]];
  return { name: `${a.said}-${b.said}`, class: own, place: [Infinity, a.node, b.node], ends: [a.node, b.node], count: channels.length };
}

/** Builds the network to find single links. Networks whose links are named individually are small. */
const networkOf = recently(({ kind, values }: ChosenKind): Network => topologies.get(kind).build(values));

/** Channels from one node to another. */
function channelsBetween({ firstOut, head }: Network, [from, to]: readonly [number, number]): readonly number[] {
  const all = Array.from({ length: firstOut[from + 1] - firstOut[from] }, (_, port) => firstOut[from] + port);
  return all.filter((c) => head[c] === to);
}

/**
 * Normalizes rules: in the order of the links, without rules that equal the default, without rules for links that the topology does not
 * have, and without duplicates. Unchanged while the topology is invalid.
 */
function settledLinks(rules: readonly LinkRule[], topology: ChosenKind): readonly LinkRule[] {
  if (rules.length === 0 || classesOf(topology) === null) return rules;
  const named = new Map<string, { readonly rule: LinkRule; readonly links: NamedLinks }>();
  for (const rule of rules) {
    const links = linksNamed(topology, rule.class);
    if (links !== null && !named.has(links.name))
      named.set(links.name, { rule: { ...rule, class: links.name, length: noneIfZero(rule.length) }, links });
  }
  const usual = ({ name, class: own }: NamedLinks): Speed => (name === own ? plain : named.get(own)?.rule) ?? plain;
  const kept = [...named.values()].filter(({ rule, links }) => !isSame(rule, usual(links)));
  const settled = kept.sort((a, b) => before(a.links.place, b.links.place)).map(({ rule }) => rule);
  return isSameValue(settled, rules) ? rules : settled;
}

/** A length of zero in any unit becomes 0. */
const noneIfZero = (length: Amount): Amount => (typeof length !== "number" && length.value === 0 ? 0 : length);

/** The rate and length without an own rule: for a single link those of its class, for a class rate 1 and length 0. */
function usualOf(name: string, rules: readonly LinkRule[], topology: ChosenKind): Speed {
  const own = linksNamed(topology, name)?.class ?? name;
  const { rate, length } = (own === name ? undefined : rules.find((rule) => rule.class === own)) ?? plain;
  return { rate, length };
}

type Speed = Pick<LinkRule, "rate" | "length">;
const plain: Speed = { rate: 1, length: 0 };
const isSame = (a: Speed, b: Speed) => isSameValue(a.rate, b.rate) && isSameValue(a.length, b.length);

function before(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((each, k) => each !== b[k]);
  return i < 0 ? 0 : a[i] - b[i];
}

/** Adds issues with the classes that rules name: unknown ones and duplicates. */
function checkClasses({ topology, links }: Pick<Linked, "topology" | "links">, issues: ValidationIssue[], within: string): void {
  const classes = links.length === 0 ? null : classesOf(topology);
  if (classes === null) return;
  const { title, nodeOf } = topologies.get(topology.kind);
  const names = classes.map(({ name }) => name);
  const found = links.map((rule) => linksNamed(topology, rule.class)?.name);
  for (const [i, name] of found.entries()) {
    const path = `${within === "" ? "" : `${within}.`}links.${i}.class`;
    if (name === undefined) {
      const own = links[i].class;
      const nearest = nearestName(own, names) ?? nearestName(own, names.map(keyOf));
      const single = nodeOf === undefined ? "" : ", or a link by its two ends, such as 0-1";
      issues.push({
        path,
        message: `${show(own)} is not a class of links of this ${title}; expected ${oneOf(names)}${single}.`,
        ...(nearest === undefined ? { remedy: "Leave it out." } : { nearest, remedy: `Did you mean "${nearest}"?` }),
      });
    } else if (found.indexOf(name) < i) issues.push({ path, message: `${show(name)} is listed twice.`, remedy: "Keep only one." });
  }
}

const oneOf = (names: readonly string[]) => (names.length === 1 ? `"${names[0]}"` : `one of ${names.join(", ")}`);

/**
 * Every link class of a scenario's topology, in order, then the single links that rules name, with rate and delay. Classes need no built
 * network. The scenario must be valid.
 */
function linkClocksOf(scenario: Linked): readonly LinkClock[] {
  const { topology, links } = scenario;
  const classes = (classesOf(topology) ?? []).map(({ name }) => linksNamed(topology, name)!);
  const singles = links
    .map((rule) => linksNamed(topology, rule.class))
    .filter((each) => each !== null && each.ends !== null) as NamedLinks[];
  return [...classes, ...singles].map((each) => ({
    ...each,
    ...clockOf(scenario, links.find((rule) => rule.class === each.name) ?? plain),
  }));
}

function clockOf(scenario: Linked, rule: Speed): Pick<LinkClock, "perCycle" | "perPhit" | "delay" | "metres"> {
  const rate = rateIn(scenario, rule.rate);
  const [perCycle, perPhit] = nearestFraction(rate, rate >= slowest && rate <= fastest ? mostParts : mostPartsInRealTime);
  const delay = delayIn(scenario, rule.length);
  const { length } = rule;
  const metres = typeof length !== "number" && length.of === "length" ? length.value / 1e3 : null;
  return { perCycle, perPhit, metres, delay: isInRealTime(scenario) ? delay : Math.round(delay) };
}

const isInRealTime = ({ flowControl }: Linked) => flowControls.get(flowControl.kind).engine.time === "real";

/** Rate in phits per cycle. An absolute rate needs a technology with a rate. */
function rateIn(scenario: Pick<Linked, "technology">, rate: Amount): number {
  return typeof rate === "number" ? rate : rate.value / channelRateOf(scenario)!;
}

/** Delay in cycles. An absolute length or time needs a technology with a rate. */
function delayIn(scenario: Pick<Linked, "technology">, length: Amount): number {
  if (typeof length === "number") return length;
  const picoseconds = length.of === "length" ? length.value * perMillimetre : length.value;
  // It multiplies before it divides, so that 10 ns at 1 GB/s are exactly 2.5 cycles.
  return (picoseconds * channelRateOf(scenario)!) / (phitBytes * 1e12);
}

/** Issues of rules with the technology: absolute values without a rate, and values that are too fast, too slow or too long. */
function linkIssues(scenario: Linked): readonly ValidationIssue[] {
  const rate = channelRateOf(scenario);
  return scenario.links.flatMap((rule): readonly ValidationIssue[] =>
    (["rate", "length"] as const).flatMap((name): readonly ValidationIssue[] => {
      const value = rule[name];
      if (typeof value === "number") return [];
      const words = sayQuantity(value.value, value.of);
      const path = `links.${keyOf(rule.class)}.${name}`;
      if (rate === null) {
        const instead = name === "rate" ? "a multiple such as 2" : "a number of cycles";
        const remedy = `Choose a technology such as ${ratedTechnology().title}, or write ${instead}.`;
        return [{ path, message: `${words} needs a technology with a rate; in cycles, nothing has seconds.`, remedy }];
      }
      if (name === "rate") {
        const times = rateIn(scenario, value);
        const widest = isInRealTime(scenario) ? mostPartsInRealTime : fastest;
        if (times >= 1 / widest && times <= widest) return [];
        const [least, most] = [1 / widest, widest].map((each) => sayQuantity(each * rate, "rate"));
        return [
          {
            path,
            message: `${words} is too ${times > 1 ? "fast" : "slow"}; with this technology, links have from ${least} to ${most}.`,
            remedy: `Use ${times > 1 ? most : least}, or another technology${isInRealTime(scenario) ? "" : ", or fluid flow"}.`,
          },
        ];
      }
      const cycles = delayIn(scenario, value);
      const most = isInRealTime(scenario) ? longestInRealTime : longest;
      if (cycles <= most) return [];
      return [
        {
          path,
          message: `${words} is ${Math.round(cycles).toLocaleString("en-US")} cycles; at most ${most.toLocaleString("en-US")} are simulated.`,
          remedy: isInRealTime(scenario) ? "Use a shorter link." : "Use a shorter link, or fluid flow.",
        },
      ];
    }),
  );
}

/** Rate and delay of each channel of the built network; undefined if all channels have the default. */
function channelClocksOf(scenario: Linked, network: Network): ChannelClocks | undefined {
  const clocks = linkClocksOf(scenario);
  if (clocks.every(({ perCycle, perPhit, delay }) => perCycle === perPhit && delay === 0)) return undefined;
  const { head, linkClass, linkClasses, reverse } = network;
  const byClass = linkClasses.map((name) => clocks.find((each) => each.name === name));
  const at = Array.from(linkClass, (own) => byClass[own]);
  for (const each of clocks) {
    if (each.ends === null) continue;
    for (const c of channelsBetween(network, each.ends)) at[c] = at[reverse[c]] = each;
  }
  return {
    perCycle: Int32Array.from(head, (_, c) => at[c]?.perCycle ?? 1),
    perPhit: Int32Array.from(head, (_, c) => at[c]?.perPhit ?? 1),
    delay: Float64Array.from(head, (_, c) => at[c]?.delay ?? 0),
  };
}

/** Parts with the rules for links. Single links with a rule are separated from their class. */
function withRules(scenario: Linked, parts: Parts, isUsed: Uint8Array | undefined): Parts {
  const clocks = linkClocksOf(scenario);
  const words = new Map(about.said(scenario.links, scenario).map((each, i) => [scenario.links[i].class, each.words]));
  const saidOf = ({ name, perCycle, perPhit, metres }: LinkClock) => {
    const own = words.get(name);
    return own === undefined ? {} : { said: { times: perCycle / perPhit, metres, words: own } };
  };
  const isThere = ({ ends }: LinkClock) => ends !== null && (isUsed === undefined || ends.every((node) => isUsed[node] === 1));
  const links = parts.links.flatMap((part): readonly LinkPart[] => {
    const singles = clocks.filter((each) => each.class === part.name && isThere(each));
    const left = singles.reduce((count, each) => count - each.count, part.count);
    const own = clocks.find((each) => each.name === part.name);
    return [
      ...(left > 0 ? [{ ...part, count: left, ...(own === undefined ? {} : saidOf(own)) }] : []),
      ...singles.map((each) => ({
        ...part,
        name: nameOfEnds(networkOf(scenario.topology), each.ends!),
        count: each.count,
        ...saidOf(each),
      })),
    ];
  });
  return { ...parts, links };
}

/** The implementation of {@link LinkSemantics}, which is attached to the parameter when it is loaded. */
export const laws: LinkLaws = {
  known: linkClocksOf,
  parts: withRules,
  settled: settledLinks,
  check: checkClasses,
  issues: linkIssues,
  clocks: channelClocksOf,
};
