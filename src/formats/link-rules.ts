/** Converts the rates and lengths of links to link classes of a drawing and to link rules of a document. */
import type { Amount } from "../core/base/params.ts";
import { quantityForPeople } from "../core/base/units.ts";
import { linkClassOf, type DrawnLink, type LinkEnd, isTerminalEnd, terminalOfEnd } from "../core/network/drawing/drawing.ts";
import { cleanName } from "../core/network/drawing/names-and-places.ts";
import { ownLinks } from "../core/technologies/own-links.ts";
import type { LinkRule } from "../core/scenario/links.ts";
import type { ReadLink } from "./contract.ts";

/** Maximum number of classes for imported links. A drawing may have a few more, which users may add later. */
const maxClasses = 200;
/** At least this many links with the same rate and length form a class; fewer get individual rules, which name their ends. */
const minLinksOfClass = 4;
/** Maximum number of individual rules, because each is looked up whenever a document is read. */
const maxIndividualRules = 1000;
/** Range of values in a document: bytes per second; cycles, picoseconds, millimeters. */
const [minRate, maxRate] = [1e3, 1e15];
/** Range of relative rates in a document. */
const [minRelativeRate, maxRelativeRate] = [0.001, 1000] as const;
/** Highest channel rate of a technology, in bytes per second. */
const { max: maxTerminalRate } = ownLinks.params.rate;
const maxLengths = { cycles: 1e6, time: 1e15, length: 1e12 } as const;

/** Rates of the terminals' channels in bytes per second: mean, minimum and maximum. */
export interface TerminalRates {
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Classes and rules of L links. */
export interface ReadRules {
  /** [L] The class of each link. */
  readonly classes: readonly string[];
  readonly rules: readonly LinkRule[];
  /** Rates of the terminals' channels; null if the text has no rates. */
  readonly terminalRates: TerminalRates | null;
  /** Values that were approximated, as sentences. */
  readonly notes: readonly string[];
}

type LinkSpeed = Pick<LinkRule, "rate" | "length">;

/**
 * Assigns a class to each of the L links of a read network, and gives the rules (rate and length) of each class. A kind of link in the text
 * becomes a class with the most frequent rate and length of its links. Links that differ get a class such as `25 GB/s` or, if they are few,
 * individual rules for a pair of nodes such as `3-7`. Beyond the maximum number of classes, a link gets the nearest class.
 * @param drawnLinks the same links in a drawing
 * @param numbers [S] numbers of its switches
 */
export function linkRulesOf(links: readonly ReadLink[], drawnLinks: readonly DrawnLink[], numbers: readonly number[]): ReadRules {
  const speeds = links.map(linkSpeedOf);
  const speedKeys = speeds.map((speed) => JSON.stringify([speed.rate, speed.length]));
  const classes = linkClassNames(links, drawnLinks);
  const endsOfLinks = drawnLinks.map(({ a, b }) => `${endText(a, numbers)}-${endText(b, numbers)}`);
  // An individual rule applies to all links between two nodes, so parallel links must agree.
  const mixedEnds = new Set<string>();
  const firstLinkOf = new Map<string, number>();
  endsOfLinks.forEach((ends, i) => {
    const firstLink = firstLinkOf.get(ends) ?? i;
    firstLinkOf.set(ends, firstLink);
    if (speedKeys[firstLink] !== speedKeys[i] || classes[firstLink] !== classes[i]) mixedEnds.add(ends);
  });

  // A class gets the most frequent speed (rate and length) of its links. Groups of links with another speed are deviations.
  const speedOfClass = new Map<string, LinkSpeed>();
  const speedOfEnds = new Map<string, LinkSpeed>();
  const deviations: { readonly kind: string; readonly linkIndices: readonly number[] }[] = [];
  for (const [kind, classLinks] of groupNumbers(classes.keys(), (i) => classes[i])) {
    const [usualGroup, ...otherGroups] = [...groupNumbers(classLinks, (i) => speedKeys[i]).values()].sort((a, b) => b.length - a.length);
    speedOfClass.set(kind, speeds[usualGroup[0]]);
    for (const linkIndices of otherGroups) deviations.push({ kind, linkIndices });
  }
  // Deviations become individual rules or new classes, the largest first, because the number of classes is limited.
  let approximated = 0;
  for (const { kind, linkIndices } of deviations.sort((a, b) => b.linkIndices.length - a.linkIndices.length)) {
    const speed = speeds[linkIndices[0]];
    const isIndividual =
      linkIndices.length < minLinksOfClass &&
      speedOfEnds.size + linkIndices.length <= maxIndividualRules &&
      !linkIndices.some((i) => mixedEnds.has(endsOfLinks[i]));
    if (isIndividual) for (const i of linkIndices) speedOfEnds.set(endsOfLinks[i], speed);
    else {
      const isNew = speedOfClass.size < maxClasses;
      const name = isNew ? newClassName(kind, speed, speedOfClass) : nearestClass(speed, speedOfClass);
      if (isNew) speedOfClass.set(name, speed);
      else approximated += linkIndices.length;
      for (const i of linkIndices) classes[i] = name;
    }
  }
  const isDefault = ({ rate, length }: LinkSpeed) => rate === 1 && length === 0;
  return {
    classes,
    rules: [
      ...[...speedOfClass].flatMap(([name, speed]) => (isDefault(speed) ? [] : [{ class: name, ...speed }])),
      ...[...speedOfEnds].map(([name, speed]) => ({ class: name, ...speed })),
    ],
    terminalRates: terminalRatesOf(links, drawnLinks),
    notes: [
      ...outOfRangeSentences(links),
      ...(approximated === 0
        ? []
        : [
            `There are too many different rates and lengths: ${approximated.toLocaleString("en-US")} links are simulated as links of the nearest of ${maxClasses} classes.`,
          ]),
    ],
  };
}

/**
 * A sentence with the number of links whose rate or length is out of range, in a list; an empty list if there are none. Lengths are in
 * metres, seconds or cycles, and their maxima in millimetres, picoseconds and cycles.
 */
function outOfRangeSentences(links: readonly ReadLink[]): readonly string[] {
  const isOutside = ({ rate, relativeRate = 1, length }: ReadLink) => {
    const [metres, seconds, cycles] = ["metres", "seconds", "cycles"].map(
      (unit) => (length as Record<string, number> | undefined)?.[unit] ?? 0,
    );
    return (
      (rate === undefined ? relativeRate < minRelativeRate || relativeRate > maxRelativeRate : rate < minRate || rate > maxRate) ||
      metres * 1e3 > maxLengths.length ||
      seconds * 1e12 > maxLengths.time ||
      cycles > maxLengths.cycles
    );
  };
  const count = links.filter(isOutside).length;
  if (count === 0) return [];
  return [
    `${count.toLocaleString("en-US")} ${count === 1 ? "link has" : "links have"} a rate or length out of range: the nearest possible value is used.`,
  ];
}

/** Rate and length of a link as in a document, limited to the ranges of a document. */
function linkSpeedOf({ rate, relativeRate = 1, length }: ReadLink): LinkSpeed {
  return {
    rate:
      rate === undefined
        ? Math.min(Math.max(relativeRate, minRelativeRate), maxRelativeRate)
        : { of: "rate", value: roundWithin(rate, minRate, maxRate) },
    length: length === undefined ? 0 : lengthAmount(length),
  };
}

function lengthAmount(length: NonNullable<ReadLink["length"]>): Amount {
  if ("cycles" in length) return Math.min(Math.max(length.cycles, 0), maxLengths.cycles);
  const [unitKind, value] = "metres" in length ? (["length", length.metres * 1e3] as const) : (["time", length.seconds * 1e12] as const);
  const limited = roundWithin(value, 0, maxLengths[unitKind]);
  return limited === 0 ? 0 : { of: unitKind, value: limited };
}

const roundWithin = (value: number, lowest: number, highest: number) => Math.min(Math.max(Math.round(value), lowest), highest);

/**
 * Class name of each link, from its kind. If links of terminals and other links share a kind, the links of terminals get the class of
 * terminals instead.
 */
function linkClassNames(links: readonly ReadLink[], drawnLinks: readonly DrawnLink[]): string[] {
  const kinds = links.map(({ kind = "" }) => kind);
  const names = new Map<string, string>();
  const [terminalKinds, otherKinds] = [new Set<string>(), new Set<string>()];
  drawnLinks.forEach(({ a, b }, i) => (isTerminalEnd(a) || isTerminalEnd(b) ? terminalKinds : otherKinds).add(kinds[i]));
  for (const kind of new Set(kinds)) if (names.size < maxClasses / 2) names.set(kind, cleanName(kind));
  return drawnLinks.map((link, i) => {
    const name = names.get(kinds[i]) ?? "";
    const isShared = terminalKinds.has(kinds[i]) && otherKinds.has(kinds[i]) && linkClassOf(link) === "terminal";
    return name === "" || isShared ? linkClassOf(link) : name;
  });
}

/** A name that states rate and length, for a class that differs from the class of its kind. */
function newClassName(kind: string, { rate, length }: LinkSpeed, names: ReadonlyMap<string, unknown>): string {
  const quantityTexts = (amount: Amount) => (typeof amount === "number" ? [] : [quantityForPeople(amount.value, amount.of)]);
  const relativeRateTexts = typeof rate === "number" && rate !== 1 ? [`${Number(rate.toPrecision(6))} times`] : [];
  const cycleTexts = typeof length === "number" && length > 0 ? [`${length} cycles`] : [];
  const description = [
    ...quantityTexts(rate),
    ...relativeRateTexts,
    ...quantityTexts(length),
    ...cycleTexts,
    ...(kind === "link" ? [] : [kind]),
  ].join(" ");
  const baseName = description === "" ? kind : description;
  let name = baseName;
  for (let count = 2; names.has(name); count++) name = `${baseName} ${count}`;
  return name;
}

/** The most similar class; a difference in rate counts more than a difference in length. */
function nearestClass(speed: LinkSpeed, classes: ReadonlyMap<string, LinkSpeed>): string {
  const rateOf = ({ rate }: LinkSpeed) => Math.log(typeof rate === "number" ? rate : rate.value);
  const lengthOf = ({ length }: LinkSpeed) => Math.log1p(typeof length === "number" ? length : length.value);
  const difference = (other: LinkSpeed) => 1000 * Math.abs(rateOf(speed) - rateOf(other)) + Math.abs(lengthOf(speed) - lengthOf(other));
  return [...classes].reduce((best, entry) => (difference(entry[1]) < difference(best[1]) ? entry : best))[0];
}

/** Rates of the terminals, each from its fastest link; if no link of a terminal has a rate, the rate of the fastest link. */
function terminalRatesOf(links: readonly ReadLink[], drawnLinks: readonly DrawnLink[]): TerminalRates | null {
  const rateOf = new Map<LinkEnd, number>();
  let fastest = 0;
  for (const [i, { rate }] of links.entries()) {
    if (rate === undefined) continue;
    const rateValue = roundWithin(rate, minRate, maxTerminalRate);
    fastest = Math.max(fastest, rateValue);
    for (const end of [drawnLinks[i].a, drawnLinks[i].b])
      if (isTerminalEnd(end)) rateOf.set(end, Math.max(rateOf.get(end) ?? 0, rateValue));
  }
  if (fastest === 0) return null;
  const rates = rateOf.size === 0 ? [fastest] : [...rateOf.values()];
  const [lowest, highest] = rates.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, 0]);
  return { mean: lowest === highest ? highest : rates.reduce((sum, value) => sum + value, 0) / rates.length, lowest, highest };
}

const endText = (end: LinkEnd, numbers: readonly number[]) => (isTerminalEnd(end) ? `t${terminalOfEnd(end)}` : `${numbers[end]}`);

/** Groups numbers by a key, in the order of the first occurrence of each key. */
function groupNumbers<K>(numbers: Iterable<number>, keyOf: (n: number) => K): Map<K, number[]> {
  const groups = new Map<K, number[]>();
  for (const n of numbers) {
    const group = groups.get(keyOf(n));
    if (group === undefined) groups.set(keyOf(n), [n]);
    else group.push(n);
  }
  return groups;
}
