/**
 * The meaning of link rules. A rule refers to a class of links. In networks whose links are named individually, it may also refer to a
 * single link by its two ends, `3-7`; such a rule overrides the rule of the class.
 */
import { type ValidationIssue, quoteValue } from "../../base/errors.ts";
import { nearestFraction } from "../../base/fraction.ts";
import { memoizeRecent } from "../../base/lru.ts";
import { memoize } from "../../base/memoize.ts";
import { amount } from "../../base/amount.ts";
import { type EntryKeys, type Amount, type ChosenKind, nearestName, text } from "../../base/params.ts";
import { isSameValue } from "../../base/equality.ts";
import { phitBytes, quantityForPeople } from "../../base/units.ts";
import { joinWithAnd } from "../../base/words.ts";
import { flowControls } from "../../flow-control/registry.ts";
import { nameOfEnds, type Network } from "../../network/network.ts";
import type { LinkPart, BillOfMaterials } from "../../network/bill-of-materials.ts";
import type { ChannelClocks } from "../../plan/links.ts";
import { networkLimits } from "../../topologies/contract.ts";
import { topologies } from "../../topologies/registry.ts";
import { channelRateOf, ratedTechnology } from "../clock.ts";
import { topologyFactsIfValid } from "../facts.ts";
import type { LinkClock, LinkSections, LinkSemantics, LinkRule, NamedLinks } from "../links.ts";

/**
 * Signal delay in picoseconds per millimeter: 5 ns per meter, two thirds of the speed of light, as in ITU-T G.114, Annex A, for fiber on
 * land (5 µs per kilometer). Light in glass of index 1.468 takes 4.9.
 */
const picosecondsPerMillimeter = 5;
/** Maximum numerator and denominator of a rate, and the range of a rate. */
const maxFractionTerm = 10_000;
const [minRate, maxRate] = [1 / 1000, 1000];
/**
 * Maximum numerator and denominator, and range, for engines in real time, where rates are capacities and need not fit into cycles. Rates in
 * the range above keep their fractions, so their results do not change.
 */
const maxFractionTermInRealTime = 1_000_000_000;
/** Maximum length of a link, cycles; and for event-driven engines in real time. */
const [maxDelay, maxDelayInRealTime] = [1_000_000, 10_000_000_000_000];
const numberWords = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A rate in words: `twice as fast`, `half as fast`, `2.5 times as fast`. */
function describeRate(rate: number): string {
  if (rate === 1) return "at the usual rate";
  if (rate === 2) return "twice as fast";
  return rate === 0.5 ? "half as fast" : `${numberWords[rate - 3] ?? Number(rate.toPrecision(4))} times as fast`;
}

const sayCycles = (cycles: number) => (cycles === 1 ? "1 cycle" : `${cycles.toLocaleString("en-US")} cycles`);

/** The parameters of a link rule. */
export const linkRuleParams = {
  class: text({
    title: "Class",
    help: "The links of this rule: a class of the topology, such as terminal, global, X or level 0 to 1; in a drawing also a single link, given by its two ends, such as 3-7.",
    maxLength: 80,
    default: "",
  }),
  rate: amount({
    title: "Rate",
    help: "Rate of the links, as a multiple of the technology's rate, or in bits or bytes per second, such as 400 Gb/s or 50 GB/s. With cut-through to a faster link, a packet waits until it can be sent without gaps.",
    min: minRate,
    max: maxRate,
    step: 0.5,
    quantities: [{ dimension: "rate", min: 1000, max: 1e15, multipleOf: 1 }],
    say: (rate) => (typeof rate === "number" ? describeRate(rate) : `of ${quantityForPeople(rate.value, rate.of)}`),
    default: 1,
  }),
  length: amount({
    title: "Length",
    help: "Delay from one end to the other, in addition to the time of a phit: in cycles, as a time such as 100 ns, or as a length such as 20 m, at 5 ns per metre. With a flow control that counts whole cycles, the delay is rounded.",
    unit: "cycles",
    min: 0,
    max: maxDelay,
    step: 1,
    quantities: [
      { dimension: "time", min: 0, max: 1e15, multipleOf: 1 },
      { dimension: "length", min: 0, max: 1e12, multipleOf: 1 },
    ],
    say: (length) =>
      length === 0 ? "of no length" : `${typeof length === "number" ? sayCycles(length) : quantityForPeople(length.value, length.of)} long`,
    default: 0,
  }),
};

/** How the list of link rules is addressed, normalized and described: its entries are named by link class. */
export const linkRulesAbout: EntryKeys<LinkRule> = {
  keyParam: "class",
  entryOf(text, rules, sections) {
    const topology = sections["topology"] as ChosenKind;
    // While the topology is invalid, its links are unknown.
    const nameOf = (entryText: string) => (linkClassesOf(topology) === null ? entryText : findLinks(topology, entryText)?.name);
    const ruleByNumber = /^(0|[1-9]\d*)$/.test(text) ? rules[Number(text)] : undefined;
    const name = nameOf(text) ?? (ruleByNumber === undefined ? undefined : nameOf(ruleByNumber.class));
    if (name === undefined) return null;
    const listedRule = rules.find((rule) => rule.class === name);
    return { key: entryKey(name), entry: listedRule ?? { class: name, ...inheritedSpeed(name, rules, topology) } };
  },
  withEntry: (entry, rules, sections) => linkRulesAbout.normalize([...rules.filter((rule) => rule.class !== entry.class), entry], sections),
  keys: (rules, sections) => {
    const topology = sections["topology"] as ChosenKind;
    const classes = (linkClassesOf(topology) ?? []).map(({ name }) => name);
    return [...new Set([...classes, ...rules.map((rule) => rule.class)])].map(entryKey);
  },
  title(name, sections) {
    const topology = sections["topology"] as ChosenKind;
    const ends = linkClassesOf(topology) === null ? null : (findLinks(topology, name)?.ends ?? null);
    if (ends !== null) return `link ${nameOfEnds(cachedNetwork(topology), ends)}`;
    return isSingleLinkName(name) ? `link ${name}` : name === "link" ? "links" : `${name} links`;
  },
  describe(rules, sections, isAlreadyShown = () => false) {
    const topology = sections["topology"] as ChosenKind;
    return rules.flatMap((rule) => {
      const inherited = inheritedSpeed(rule.class, rules, topology);
      const changedFields = (["rate", "length"] as const).filter((name) => !isSameValue(rule[name], inherited[name]));
      const words = changedFields
        .filter((name) => !isAlreadyShown(entryKey(rule.class), name))
        .map((name) => linkRuleParams[name].say(rule[name]));
      // A class whose name contains its rate or length is shown without it, because the rule states another rate or length.
      const name = rule.class.replace(/^([\d.]+ \S+ ?)+/, "") || "link";
      return words.length === 0 ? [] : [{ title: linkRulesAbout.title(name, sections), words: joinWithAnd(words) }];
    });
  },
  normalize: (rules, sections) => normalizeRules(rules, sections["topology"] as ChosenKind),
  changesBetween(from, to, sections) {
    const topology = sections["topology"] as ChosenKind;
    const names = new Set([...to, ...from].map((rule) => rule.class));
    const ruleOf = (name: string, rules: readonly LinkRule[]) =>
      rules.find((rule) => rule.class === name) ?? { class: name, ...inheritedSpeed(name, rules, topology) };
    let rules = from;
    const changes: { path: readonly string[]; value: unknown }[] = [];
    for (const name of names) {
      const [oldRule, newRule] = [ruleOf(name, rules), ruleOf(name, to)];
      for (const field of ["rate", "length"] as const)
        if (!isSameValue(oldRule[field], newRule[field])) changes.push({ path: [entryKey(name), field], value: newRule[field] });
      rules = normalizeRules([...rules.filter((rule) => rule.class !== name), newRule], topology);
    }
    return isSameValue(rules, to) ? changes : [{ path: [], value: to }];
  },
};

/** A name as one word for paths: `level 0 to 1` → `level-0-to-1`. */
const entryKey = (name: string) => name.replaceAll(/[ .]/g, "-");

/** The link classes of a topology, in closed form; null if the topology is invalid or too large. */
export const linkClassesOf = memoize((topology: ChosenKind): readonly LinkPart[] | null => {
  const facts = topologyFactsIfValid(topology);
  if (facts === null) return null;
  const { terminals, links, linksBeforeFaults = links, parts } = facts;
  return terminals <= networkLimits.terminals && linksBeforeFaults <= networkLimits.links ? parts.links : null;
});

/**
 * The links with a name, as the topology or as a path spells it (`level 0 to 1`, `level-0-to-1`); null if the topology has none. The
 * topology must be valid.
 */
function findLinks(topology: ChosenKind, name: string): NamedLinks | null {
  const classes = linkClassesOf(topology) ?? [];
  const match = classes.find((each) => each.name === name) ?? classes.find((each) => entryKey(each.name) === name);
  if (match !== undefined) return { name: match.name, class: match.name, sortKey: [match.place], ends: null, count: match.count };
  return findSingleLink(topology, name);
}

const isSingleLinkName = (name: string) => singleLinkPattern.test(name);
const singleLinkPattern = /^(t?)(\d{1,6})-(t?)(\d{1,6})$/;

/**
 * Finds a link of a network by its two ends: the name `3-7` is the link between switches 3 and 7, `t5-2` the link between terminal 5 and
 * switch 2. Returns its ends, its class, and the number of parallel links; null if there is no such link, or if the topology does not
 * number its nodes.
 */
function findSingleLink(topology: ChosenKind, name: string): NamedLinks | null {
  const { nodeByNumber } = topologies.get(topology.kind);
  const ends = singleLinkPattern.exec(name);
  if (nodeByNumber === undefined || ends === null) return null;
  /** The node of one end, as a list with one entry, or none if there is no such node. `prefix` is "t" for a terminal, else empty. */
  const endNode = (prefix: string, number: string) => {
    const node = nodeByNumber(topology.values, Number(number), prefix !== "");
    return node === null ? [] : [{ node, name: `${prefix}${Number(number)}` }];
  };
  const [lowerEnd, higherEnd] = [...endNode(ends[1], ends[2]), ...endNode(ends[3], ends[4])].sort(
    (first, second) => first.node - second.node,
  );
  if (higherEnd === undefined) return null;
  const network = cachedNetwork(topology);
  const channels = channelsBetween(network, [lowerEnd.node, higherEnd.node]);
  if (channels.length === 0) return null;
  const linkClass = network.linkClasses[network.linkClass[channels[0]]];
  return {
    name: `${lowerEnd.name}-${higherEnd.name}`,
    class: linkClass,
    sortKey: [Infinity, lowerEnd.node, higherEnd.node],
    ends: [lowerEnd.node, higherEnd.node],
    count: channels.length,
  };
}

/** Builds the network to find single links. Networks whose links are named individually are small. */
const cachedNetwork = memoizeRecent(({ kind, values }: ChosenKind): Network => topologies.get(kind).build(values));

/** Channels from one node to another. */
function channelsBetween({ firstOut, head }: Network, [from, to]: readonly [number, number]): readonly number[] {
  const outgoing = Array.from({ length: firstOut[from + 1] - firstOut[from] }, (_, port) => firstOut[from] + port);
  return outgoing.filter((c) => head[c] === to);
}

/**
 * Normalizes rules: in the order of the links, without rules that equal the default, without rules for links that the topology does not
 * have, and without duplicates. Unchanged while the topology is invalid.
 */
function normalizeRules(rules: readonly LinkRule[], topology: ChosenKind): readonly LinkRule[] {
  if (rules.length === 0 || linkClassesOf(topology) === null) return rules;
  const ruleByName = new Map<string, { readonly rule: LinkRule; readonly links: NamedLinks }>();
  for (const rule of rules) {
    const links = findLinks(topology, rule.class);
    if (links !== null && !ruleByName.has(links.name))
      ruleByName.set(links.name, { rule: { ...rule, class: links.name, length: normalizeZeroLength(rule.length) }, links });
  }
  const inherited = ({ name, class: className }: NamedLinks): RateAndLength =>
    (name === className ? defaultSpeed : ruleByName.get(className)?.rule) ?? defaultSpeed;
  const effectiveRules = [...ruleByName.values()].filter(({ rule, links }) => !isSameSpeed(rule, inherited(links)));
  const normalized = effectiveRules.sort((a, b) => compareSortKeys(a.links.sortKey, b.links.sortKey)).map(({ rule }) => rule);
  return isSameValue(normalized, rules) ? rules : normalized;
}

/** A length of zero in any unit becomes 0. */
const normalizeZeroLength = (length: Amount): Amount => (typeof length !== "number" && length.value === 0 ? 0 : length);

/** The rate and length of links without a rule: for a single link the rate and length of its class, for a class rate 1 and length 0. */
function inheritedSpeed(name: string, rules: readonly LinkRule[], topology: ChosenKind): RateAndLength {
  const className = findLinks(topology, name)?.class ?? name;
  const { rate, length } = (className === name ? undefined : rules.find((rule) => rule.class === className)) ?? defaultSpeed;
  return { rate, length };
}

type RateAndLength = Pick<LinkRule, "rate" | "length">;
const defaultSpeed: RateAndLength = { rate: 1, length: 0 };
const isSameSpeed = (a: RateAndLength, b: RateAndLength) => isSameValue(a.rate, b.rate) && isSameValue(a.length, b.length);

function compareSortKeys(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((each, k) => each !== b[k]);
  return i < 0 ? 0 : a[i] - b[i];
}

/**
 * Adds the issues with the links that the link rules of a scenario name (a rule gives rate and length to a class of links or to a single
 * link): unknown names, and links that two rules name.
 * @param pathPrefix path of the scenario in the document, or empty
 */
function checkRuleClasses(
  { topology, links }: Pick<LinkSections, "topology" | "links">,
  issues: ValidationIssue[],
  pathPrefix: string,
): void {
  const classes = links.length === 0 ? null : linkClassesOf(topology);
  if (classes === null) return;
  const { title, nodeByNumber } = topologies.get(topology.kind);
  const names = classes.map(({ name }) => name);
  const foundNames = links.map((rule) => findLinks(topology, rule.class)?.name);
  for (const [i, name] of foundNames.entries()) {
    const path = `${pathPrefix === "" ? "" : `${pathPrefix}.`}links.${i}.class`;
    if (name === undefined) {
      const className = links[i].class;
      const nearest = nearestName(className, names) ?? nearestName(className, names.map(entryKey));
      const singleLinkHint = nodeByNumber === undefined ? "" : ", or a link by its two ends, such as 0-1";
      issues.push({
        path,
        message: `${quoteValue(className)} is not a class of links of this ${title}; expected ${listNames(names)}${singleLinkHint}.`,
        ...(nearest === undefined ? { remedy: "Leave it out." } : { nearest, remedy: `Did you mean "${nearest}"?` }),
      });
    } else if (foundNames.indexOf(name) < i)
      issues.push({ path, message: `${quoteValue(name)} is listed twice.`, remedy: "Keep only one." });
  }
}

const listNames = (names: readonly string[]) => (names.length === 1 ? `"${names[0]}"` : `one of ${names.join(", ")}`);

/**
 * Every link class of a scenario's topology, in order, then the single links that rules name, with rate and delay. Classes need no built
 * network. The scenario must be valid.
 */
function clocksOfLinks(scenario: LinkSections): readonly LinkClock[] {
  const { topology, links } = scenario;
  const classes = (linkClassesOf(topology) ?? []).map(({ name }) => findLinks(topology, name)!);
  const singles = links
    .map((rule) => findLinks(topology, rule.class))
    .filter((each) => each !== null && each.ends !== null) as NamedLinks[];
  return [...classes, ...singles].map((each) => ({
    ...each,
    ...rateAndDelay(scenario, links.find((rule) => rule.class === each.name) ?? defaultSpeed),
  }));
}

function rateAndDelay(scenario: LinkSections, rule: RateAndLength): Pick<LinkClock, "perCycle" | "perPhit" | "delay" | "metres"> {
  const phitRate = phitsPerCycle(scenario, rule.rate);
  const [perCycle, perPhit] = nearestFraction(
    phitRate,
    phitRate >= minRate && phitRate <= maxRate ? maxFractionTerm : maxFractionTermInRealTime,
  );
  const delay = delayCycles(scenario, rule.length);
  const { length } = rule;
  const metres = typeof length !== "number" && length.of === "length" ? length.value / 1e3 : null;
  return { perCycle, perPhit, metres, delay: isInRealTime(scenario) ? delay : Math.round(delay) };
}

const isInRealTime = ({ flowControl }: LinkSections) => flowControls.get(flowControl.kind).engine.time === "real";

/** Rate in phits per cycle. An absolute rate needs a technology with a rate. */
function phitsPerCycle(scenario: Pick<LinkSections, "technology">, rate: Amount): number {
  return typeof rate === "number" ? rate : rate.value / channelRateOf(scenario)!;
}

/** Delay in cycles. An absolute length or time needs a technology with a rate. */
function delayCycles(scenario: Pick<LinkSections, "technology">, length: Amount): number {
  if (typeof length === "number") return length;
  const picoseconds = length.of === "length" ? length.value * picosecondsPerMillimeter : length.value;
  // It multiplies before it divides, so that 10 ns at 1 GB/s are exactly 2.5 cycles.
  return (picoseconds * channelRateOf(scenario)!) / (phitBytes * 1e12);
}

/**
 * Issues of link rules with the technology (which gives the links a rate in bytes per second): absolute rates or lengths where there is no
 * such rate, and values that are too fast, too slow or too long to simulate. A rule's rate or length is a number (relative, or cycles) or a
 * quantity with a unit.
 */
function technologyIssues(scenario: LinkSections): readonly ValidationIssue[] {
  const rate = channelRateOf(scenario);
  return scenario.links.flatMap((rule): readonly ValidationIssue[] =>
    (["rate", "length"] as const).flatMap((name): readonly ValidationIssue[] => {
      const value = rule[name];
      if (typeof value === "number") return [];
      const valueText = quantityForPeople(value.value, value.of);
      const path = `links.${entryKey(rule.class)}.${name}`;
      // A value with a unit needs a technology with a rate.
      if (rate === null) {
        const alternative = name === "rate" ? "a multiple such as 2" : "a number of cycles";
        const remedy = `Choose a technology such as ${ratedTechnology().title}, or write ${alternative}.`;
        return [{ path, message: `${valueText} needs a technology with a rate; this technology counts only cycles.`, remedy }];
      }
      // A rate must be a feasible multiple of the technology's rate.
      if (name === "rate") {
        const ratio = phitsPerCycle(scenario, value);
        const maxRatio = isInRealTime(scenario) ? maxFractionTermInRealTime : maxRate;
        if (ratio >= 1 / maxRatio && ratio <= maxRatio) return [];
        const [lowerLimit, limit] = [1 / maxRatio, maxRatio].map((each) => quantityForPeople(each * rate, "rate"));
        return [
          {
            path,
            message: `${valueText} is too ${ratio > 1 ? "fast" : "slow"}; with this technology, links have rates from ${lowerLimit} to ${limit}.`,
            remedy: `Use ${ratio > 1 ? limit : lowerLimit}, or another technology${isInRealTime(scenario) ? "" : ", or fluid flow"}.`,
          },
        ];
      }
      // A length must give a feasible delay.
      const cycles = delayCycles(scenario, value);
      const limit = isInRealTime(scenario) ? maxDelayInRealTime : maxDelay;
      if (cycles <= limit) return [];
      return [
        {
          path,
          message: `${valueText} is ${Math.round(cycles).toLocaleString("en-US")} cycles; at most ${limit.toLocaleString("en-US")} are simulated.`,
          remedy: isInRealTime(scenario) ? "Use a shorter link." : "Use a shorter link, or fluid flow.",
        },
      ];
    }),
  );
}

/** Rate and delay of each channel of the built network; undefined if all channels have the default. */
function clocksOfChannels(scenario: LinkSections, network: Network): ChannelClocks | undefined {
  const clocks = clocksOfLinks(scenario);
  if (clocks.every(({ perCycle, perPhit, delay }) => perCycle === perPhit && delay === 0)) return undefined;
  const { head, linkClass, linkClasses, reverse } = network;
  const byClass = linkClasses.map((name) => clocks.find((each) => each.name === name));
  const clockOfChannel = Array.from(linkClass, (classIndex) => byClass[classIndex]);
  for (const each of clocks) {
    if (each.ends === null) continue;
    for (const c of channelsBetween(network, each.ends)) clockOfChannel[c] = clockOfChannel[reverse[c]] = each;
  }
  return {
    perCycle: Int32Array.from(head, (_, c) => clockOfChannel[c]?.perCycle ?? 1),
    perPhit: Int32Array.from(head, (_, c) => clockOfChannel[c]?.perPhit ?? 1),
    delay: Float64Array.from(head, (_, c) => clockOfChannel[c]?.delay ?? 0),
  };
}

/**
 * A bill of materials (the switches and links to buy) in which links have the rates and lengths of the scenario's link rules. Single links
 * for which a rule exists are separated from their class. A {@link LinkClock} gives the ends, rate and length of such a link or class; its
 * ends are null for a class.
 * @param isUsed [nodes] 1 for nodes that are bought; all are if absent
 */
function applyRulesToParts(scenario: LinkSections, parts: BillOfMaterials, isUsed: Uint8Array | undefined): BillOfMaterials {
  const clocks = clocksOfLinks(scenario);
  const wordsByClass = new Map(linkRulesAbout.describe(scenario.links, scenario).map((each, i) => [scenario.links[i].class, each.words]));
  const descriptionOf = ({ name, perCycle, perPhit, metres }: LinkClock) => {
    const words = wordsByClass.get(name);
    return words === undefined ? {} : { said: { times: perCycle / perPhit, metres, words } };
  };
  const isPresent = ({ ends }: LinkClock) => ends !== null && (isUsed === undefined || ends.every((node) => isUsed[node] === 1));
  const links = parts.links.flatMap((part): readonly LinkPart[] => {
    const singleLinks = clocks.filter((each) => each.class === part.name && isPresent(each));
    const remainingCount = singleLinks.reduce((count, each) => count - each.count, part.count);
    const classClock = clocks.find((each) => each.name === part.name);
    return [
      ...(remainingCount > 0 ? [{ ...part, count: remainingCount, ...(classClock === undefined ? {} : descriptionOf(classClock)) }] : []),
      ...singleLinks.map((each) => ({
        ...part,
        name: nameOfEnds(cachedNetwork(scenario.topology), each.ends!),
        count: each.count,
        ...descriptionOf(each),
      })),
    ];
  });
  return { ...parts, links };
}

/** The implementation of {@link LinkSemantics}, which is attached to the parameter when it is loaded. */
export const linkSemantics: LinkSemantics = {
  linkClocks: clocksOfLinks,
  applyToParts: applyRulesToParts,
  normalize: normalizeRules,
  checkClasses: checkRuleClasses,
  issues: technologyIssues,
  channelClocks: clocksOfChannels,
};
