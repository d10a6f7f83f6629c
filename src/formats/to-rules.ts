/** How fast and how long links are that were read, as classes of a drawing and the rules of a document. */
import type { Amount } from "../core/base/params.ts";
import { sayQuantity } from "../core/base/units.ts";
import { classOf, type DrawnLink, type End, isTerminal, terminalOf } from "../core/network/drawing/drawing.ts";
import { cleanName } from "../core/network/drawing/look-text.ts";
import { ownLinks } from "../core/technologies/own-links.ts";
import type { LinkRule } from "../core/scenario/links.ts";
import type { ReadLink } from "./contract.ts";

/** Classes that links get at most; a drawing may have some more, for those who draw on. */
const mostClasses = 200;
/** So many links of a rate and length have a class of their own; fewer are told one by one, by their ends. */
const fewest = 4;
/** Links that are told one by one, at most: each is looked up whenever a document is read. */
const mostSingle = 1000;
/** What a document may say: bytes per second; cycles, picoseconds, millimetres. */
const [slowest, fastest] = [1e3, 1e15];
/** What it may say of a rate as a multiple of the usual one. */
const [leastTimes, mostTimes] = [0.001, 1000] as const;
/** The fastest channels that a technology may have, bytes per second. */
const { max: fastestTerminal } = ownLinks.params.rate;
const longest = { cycles: 1e6, time: 1e15, length: 1e12 } as const;

/** What the channels of terminals carry, bytes per second: on average, at least and at most. */
export interface TerminalRates {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/** Of L links. */
export interface ReadRules {
  /** [L] The class of each link. */
  readonly classes: readonly string[];
  readonly rules: readonly LinkRule[];
  /** What terminals' own channels carry, bytes per second; null where the text says no rates. */
  readonly rates: TerminalRates | null;
  /** What could not be told apart, as sentences. */
  readonly said: readonly string[];
}

type Speed = Pick<LinkRule, "rate" | "length">;

/**
 * Classes and rules of L links. What a text calls a kind is a class, and has the rate and length of most of its links. Those
 * that differ have a class of their own, `25 GB/s`, or where they are few a rule by their ends, `3-7`.
 * @param drawn the same links in a drawing
 * @param numbers [S] numbers of its switches
 */
export function rulesOf(links: readonly ReadLink[], drawn: readonly DrawnLink[], numbers: readonly number[]): ReadRules {
  const speeds = links.map(speedOf);
  const keys = speeds.map((speed) => JSON.stringify([speed.rate, speed.length]));
  const classes = kindsOf(links, drawn);
  const between = drawn.map(({ a, b }) => `${endOf(a, numbers)}-${endOf(b, numbers)}`);
  // A rule by two ends speaks of all links between them.
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

/** How many links have a rate or a length beyond what a document may say, as a sentence. */
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

/** A rate and a length as a document has them; what is out of its ranges becomes the nearest in them. */
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

/** The kind of each link as a name of a class. Those of terminals are called so where a kind is not theirs alone. */
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

/** What a class is called that runs otherwise than its kind: by its rate and its length. */
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

/** The class that runs most like this; a rate weighs more than a length. */
function nearest(speed: Speed, classes: ReadonlyMap<string, Speed>): string {
  const rateOf = ({ rate }: Speed) => Math.log(typeof rate === "number" ? rate : rate.value);
  const lengthOf = ({ length }: Speed) => Math.log1p(typeof length === "number" ? length : length.value);
  const far = (other: Speed) => 1000 * Math.abs(rateOf(speed) - rateOf(other)) + Math.abs(lengthOf(speed) - lengthOf(other));
  return [...classes].reduce((best, each) => (far(each[1]) < far(best[1]) ? each : best))[0];
}

/** What terminals carry by the links that say a rate, the fastest of each; where none of those is a terminal's, as much as the fastest link. */
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

/** Numbers by what they have in common, in the order in which that comes first. */
function grouped<K>(numbers: Iterable<number>, of: (n: number) => K): Map<K, number[]> {
  const found = new Map<K, number[]>();
  for (const n of numbers) {
    const own = found.get(of(n));
    if (own === undefined) found.set(of(n), [n]);
    else own.push(n);
  }
  return found;
}
