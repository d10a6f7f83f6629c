/** Converts the rates and lengths of links to link classes of a drawing and to link rules of a document. */
import type { Amount } from "../core/base/params.ts";
import { sayQuantity } from "../core/base/units.ts";
import { classOf, type DrawnLink, type End, isTerminal, terminalOf } from "../core/network/drawing/drawing.ts";
import { cleanName } from "../core/network/drawing/look-text.ts";
import { ownLinks } from "../core/technologies/own-links.ts";
import type { LinkRule } from "../core/scenario/links.ts";
import type { ReadLink } from "./contract.ts";

/** Maximum number of classes for imported links. A drawing may have a few more, which users may add later. */
const mostClasses = 200;
/** At least this many links with the same rate and length form a class; fewer get individual rules, which name their ends. */
const fewest = 4;
/** Maximum number of individual rules, because each is looked up whenever a document is read. */
const mostSingle = 1000;
/** Range of values in a document: bytes per second; cycles, picoseconds, millimeters. */
const [slowest, fastest] = [1e3, 1e15];
/** Range of relative rates in a document. */
const [leastTimes, mostTimes] = [0.001, 1000] as const;
/** Highest channel rate of a technology, in bytes per second. */
const { max: fastestTerminal } = ownLinks.params.rate;
const longest = { cycles: 1e6, time: 1e15, length: 1e12 } as const;

/** Rates of the terminals' channels in bytes per second: mean, minimum and maximum. */
export interface TerminalRates {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/** Classes and rules of L links. */
export interface ReadRules {
  /** [L] The class of each link. */
  readonly classes: readonly string[];
  readonly rules: readonly LinkRule[];
  /** Rates of the terminals' channels; null if the text has no rates. */
  readonly rates: TerminalRates | null;
  /** Values that were approximated, as sentences. */
  readonly said: readonly string[];
}

type Speed = Pick<LinkRule, "rate" | "length">;

/**
 * Classes and rules of L links. A kind of link in the text becomes a class with the most frequent rate and length of its links. Links that
 * differ get a class such as `25 GB/s` or, if they are few, individual rules such as `3-7`.
 * @param drawnLinks the same links in a drawing
 * @param numbers [S] numbers of its switches
 */
export function rulesOf(links: readonly ReadLink[], drawn: readonly DrawnLink[], numbers: readonly number[]): ReadRules {
  const speeds = links.map(speedOf);
  const keys = speeds.map((speed) => JSON.stringify([speed.rate, speed.length]));
  const classes = kindsOf(links, drawn);
  const between = drawn.map(({ a, b }) => `${endOf(a, numbers)}-${endOf(b, numbers)}`);
  // An individual rule applies to all links between two nodes, so parallel links must agree.
  const isMixed = new Set<string>();
  const first = new Map<string, number>();
  between.forEach((ends, i) => {
    const before = first.get(ends) ?? i;
    first.set(ends, before);
    if (keys[before] !== keys[i] || classes[before] !== classes[i]) isMixed.add(ends);
  });

  const ofClass = new Map<string, Speed>();
  const ofEnds = new Map<string, Speed>();
  const unlike: { readonly kind: string; readonly alike: readonly number[] }[] = [];
  for (const [kind, own] of grouped(classes.keys(), (i) => classes[i])) {
    const [usual, ...others] = [...grouped(own, (i) => keys[i]).values()].sort((a, b) => b.length - a.length);
    ofClass.set(kind, speeds[usual[0]]);
    for (const alike of others) unlike.push({ kind, alike });
  }
  let near = 0;
  for (const { kind, alike } of unlike.sort((a, b) => b.alike.length - a.alike.length)) {
    const speed = speeds[alike[0]];
    const isSingle = alike.length < fewest && ofEnds.size + alike.length <= mostSingle && !alike.some((i) => isMixed.has(between[i]));
    if (isSingle) for (const i of alike) ofEnds.set(between[i], speed);
    else {
      const isNew = ofClass.size < mostClasses;
      const name = isNew ? newName(kind, speed, ofClass) : nearest(speed, ofClass);
      if (isNew) ofClass.set(name, speed);
      else near += alike.length;
      for (const i of alike) classes[i] = name;
    }
  }
  const isPlain = ({ rate, length }: Speed) => rate === 1 && length === 0;
  return {
    classes,
    rules: [
      ...[...ofClass].flatMap(([name, speed]) => (isPlain(speed) ? [] : [{ class: name, ...speed }])),
      ...[...ofEnds].map(([name, speed]) => ({ class: name, ...speed })),
    ],
    rates: terminalRatesIn(links, drawn),
    said: [
      ...sayOutside(links),
      ...(near === 0
        ? []
        : [
            `Rates and lengths are too many to tell apart: ${near.toLocaleString("en-US")} links run as the nearest of ${mostClasses} classes.`,
          ]),
    ],
  };
}

/** Reports the number of links whose rate or length is out of range. */
function sayOutside(links: readonly ReadLink[]): readonly string[] {
  const isOutside = ({ rate, relativeRate = 1, length }: ReadLink) => {
    const [metres, seconds, cycles] = ["metres", "seconds", "cycles"].map(
      (unit) => (length as Record<string, number> | undefined)?.[unit] ?? 0,
    );
    return (
      (rate === undefined ? relativeRate < leastTimes || relativeRate > mostTimes : rate < slowest || rate > fastest) ||
      metres * 1e3 > longest.length ||
      seconds * 1e12 > longest.time ||
      cycles > longest.cycles
    );
  };
  const count = links.filter(isOutside).length;
  if (count === 0) return [];
  return [
    `${count.toLocaleString("en-US")} ${count === 1 ? "link has" : "links have"} a rate or length out of range: the nearest that is simulated is taken.`,
  ];
}

/** Rate and length of a link as in a document, limited to its ranges. */
function speedOf({ rate, relativeRate = 1, length }: ReadLink): Speed {
  return {
    rate:
      rate === undefined ? Math.min(Math.max(relativeRate, leastTimes), mostTimes) : { of: "rate", value: within(rate, slowest, fastest) },
    length: length === undefined ? 0 : lengthOf(length),
  };
}

function lengthOf(length: NonNullable<ReadLink["length"]>): Amount {
  if ("cycles" in length) return Math.min(Math.max(length.cycles, 0), longest.cycles);
  const [of, value] = "metres" in length ? (["length", length.metres * 1e3] as const) : (["time", length.seconds * 1e12] as const);
  const nearest = within(value, 0, longest[of]);
  return nearest === 0 ? 0 : { of, value: nearest };
}

const within = (value: number, from: number, to: number) => Math.min(Math.max(Math.round(value), from), to);

/**
 * Class name of each link, from its kind. If links of terminals and other links share a kind, those of terminals get the class of terminals
 * instead.
 */
function kindsOf(links: readonly ReadLink[], drawn: readonly DrawnLink[]): string[] {
  const kinds = links.map(({ kind = "" }) => kind);
  const names = new Map<string, string>();
  const [atTerminals, others] = [new Set<string>(), new Set<string>()];
  drawn.forEach(({ a, b }, i) => (isTerminal(a) || isTerminal(b) ? atTerminals : others).add(kinds[i]));
  for (const kind of new Set(kinds)) if (names.size < mostClasses / 2) names.set(kind, cleanName(kind));
  return drawn.map((link, i) => {
    const name = names.get(kinds[i]) ?? "";
    const isShared = atTerminals.has(kinds[i]) && others.has(kinds[i]) && classOf(link) === "terminal";
    return name === "" || isShared ? classOf(link) : name;
  });
}

/** Name of a class that differs from its kind, made of its rate and length. */
function newName(kind: string, { rate, length }: Speed, names: ReadonlyMap<string, unknown>): string {
  const say = (amount: Amount) => (typeof amount === "number" ? [] : [sayQuantity(amount.value, amount.of)]);
  const times = typeof rate === "number" && rate !== 1 ? [`${Number(rate.toPrecision(6))} times`] : [];
  const cycles = typeof length === "number" && length > 0 ? [`${length} cycles`] : [];
  const own = [...say(rate), ...times, ...say(length), ...cycles, ...(kind === "link" ? [] : [kind])].join(" ");
  const base = own === "" ? kind : own;
  let name = base;
  for (let count = 2; names.has(name); count++) name = `${base} ${count}`;
  return name;
}

/** The most similar class; a difference in rate counts more than one in length. */
function nearest(speed: Speed, classes: ReadonlyMap<string, Speed>): string {
  const rateOf = ({ rate }: Speed) => Math.log(typeof rate === "number" ? rate : rate.value);
  const lengthOf = ({ length }: Speed) => Math.log1p(typeof length === "number" ? length : length.value);
  const far = (other: Speed) => 1000 * Math.abs(rateOf(speed) - rateOf(other)) + Math.abs(lengthOf(speed) - lengthOf(other));
  return [...classes].reduce((best, each) => (far(each[1]) < far(best[1]) ? each : best))[0];
}

/** Rates of the terminals, each from its fastest link; if no link of a terminal has a rate, the rate of the fastest link. */
function terminalRatesIn(links: readonly ReadLink[], drawn: readonly DrawnLink[]): TerminalRates | null {
  const rateOf = new Map<End, number>();
  let fastest = 0;
  for (const [i, { rate }] of links.entries()) {
    if (rate === undefined) continue;
    const own = within(rate, slowest, fastestTerminal);
    fastest = Math.max(fastest, own);
    for (const end of [drawn[i].a, drawn[i].b]) if (isTerminal(end)) rateOf.set(end, Math.max(rateOf.get(end) ?? 0, own));
  }
  if (fastest === 0) return null;
  const rates = rateOf.size === 0 ? [fastest] : [...rateOf.values()];
  const [least, most] = rates.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, 0]);
  return { mean: least === most ? most : rates.reduce((sum, each) => sum + each, 0) / rates.length, least, most };
}

const endOf = (end: End, numbers: readonly number[]) => (isTerminal(end) ? `t${terminalOf(end)}` : `${numbers[end]}`);

/** Groups numbers by a key, in the order of the first occurrence of each key. */
function grouped<K>(numbers: Iterable<number>, of: (n: number) => K): Map<K, number[]> {
  const found = new Map<K, number[]>();
  for (const n of numbers) {
    const own = found.get(of(n));
    if (own === undefined) found.set(of(n), [n]);
    else own.push(n);
  }
  return found;
}
