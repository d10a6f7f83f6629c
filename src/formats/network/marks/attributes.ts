/** Interprets attributes of nodes and links by their names, for formats that do not fix the names. */
import { remembered } from "../../remembered.ts";
import { UnreadNumbers } from "../unread-numbers.ts";
import type { Telling } from "../../told.ts";
import { bareRateUnit, infinibandRate, inUnit, type Length, lengthIn, quantityIn, relativeRateIn, type Unit, unitOf } from "../../units.ts";
import { type Gathered, type Gathering, quoted } from "../gathering.ts";

/** Attribute names in lower case and without punctuation, the most reliable first. */
const ofNodes = {
  name: "name label nodelabel displayname displaylabel hostname title vname nodename caption",
  type: "type kind role function nodetype nodekind noderole devicetype devicerole category class layer tier",
  isTerminal: "isterminal terminal ishost host isserver server isendpoint",
  isSwitch: "isswitch switch isrouter router",
  place: "pos position coordinates coords",
  x: "x posx xpos longitude lon lng long",
  y: "y posy ypos",
  latitude: "latitude lat",
  /** Marks geographic nodes: the Topology Zoo has both attributes for each router. */
  region: "country internal",
  ports: "ports portcount nports numports radix",
} as const;
const ofLinks = {
  rate: "rate bandwidth bw capacity cap linkspeed speed datarate linerate linkrate linkcapacity linkbandwidth portspeed throughput",
  relativeRate: "relativerate",
  length: "length dist distance linklength cablelength",
  latency: "latency delay linklatency linkdelay propagationdelay",
  kind: "kind linktype linkkind linkclass cabletype cable medium media type class",
  aPort: "sourceport srcport fromport aport tailport porta port1 localport sourceinterface interface1",
  bPort: "targetport dstport destport toport bport headport portb port2 remoteport targetinterface interface2",
  /** Unit of the rate in a separate attribute, as in the Topology Zoo: `K`, `M`, `G`, `T` for bits per second. */
  rateUnit: "linkspeedunits linkspeedunit speedunits speedunit rateunits rateunit bandwidthunits bandwidthunit capacityunits capacityunit",
  /** A label may be the rate of a link: `100G`. */
  label: "label linklabel name",
} as const;

/** Attribute names that are units. */
const wholeUnits: Readonly<Record<string, Unit>> = {
  bytespersecond: { of: "rate", factor: 1 },
  bitspersecond: { of: "rate", factor: 1 / 8 },
  // From the Topology Zoo.
  linkspeedraw: { of: "rate", factor: 1 / 8 },
  metres: { of: "metres", factor: 1 },
  meters: { of: "metres", factor: 1 },
  seconds: { of: "seconds", factor: 1 },
  cycles: { of: "cycles", factor: 1 },
};

interface Meaning<Role extends string> {
  readonly role: Role;
  /** Reliability of the name: 0 is the best. */
  readonly rank: number;
  readonly unit?: Unit;
}

type Words<Role extends string> = ReadonlyMap<string, Pick<Meaning<Role>, "role" | "rank">>;

function wordsOf<Role extends string>(words: Readonly<Record<Role, string>>): Words<Role> {
  const roles = Object.keys(words) as Role[];
  return new Map(roles.flatMap((role) => words[role].split(" ").map((word, rank) => [word, { role, rank }] as const)));
}
const nodeWords = wordsOf(ofNodes);
const linkWords = wordsOf(ofLinks);

/** Longest attribute name that is examined, longest name or kind that is kept, and maximum number of ports of a node. */
const [longestKey, longestText, mostPorts] = [60, 256, 65_536];

/** Meaning of an attribute name, with a unit if it contains one: `Bandwidth (Gb/s)`, `rate_gbps`, `distKm`. */
function meaningOf<Role extends string>(key: string, words: Words<Role>): Meaning<Role> | null {
  if (key.length > longestKey) return null;
  const whole = key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const found = words.get(whole);
  if (found !== undefined) return found;
  const rolesOf = (unit: Unit) => (unit.of === "rate" ? ["rate"] : ["length", "latency"]);
  const unit = Object.hasOwn(wholeUnits, whole) ? wholeUnits[whole] : undefined;
  if (unit !== undefined) {
    const own = words.get(rolesOf(unit)[0]);
    return own === undefined ? null : { ...own, unit };
  }
  // The last word may be a unit.
  const parts = key.replaceAll(/([a-z])(?=[A-Z])/g, "$1 ").split(/[^A-Za-zµμ/]+/);
  if (parts[parts.length - 1] === "") parts.pop();
  const last = unitOf(parts.pop() ?? "");
  const own = words.get(parts.join("").toLowerCase());
  return last === undefined || own === undefined || !rolesOf(last).includes(own.role) ? null : { ...own, unit: last };
}

/** Maximum number of default attributes, because all of them are examined for each node or link. */
export const mostUsual = 64;

/** Attributes of one node or link: names and values, which are texts or JSON values. */
export type Attributes = Iterable<readonly [key: string, value: unknown]>;

/** A link without its ends. */
type About = Omit<Gathered, "a" | "b">;

/** Interprets the attributes of a whole text. Missing units are guessed at its end, when all values are known. */
export class Understanding {
  private readonly ofNodes = remembered((key) => meaningOf(key, nodeWords));
  private readonly ofLinks = remembered((key) => {
    const meaning = meaningOf(key, linkWords);
    return meaning && { ...meaning, measured: remembered((text) => measured(meaning, text)) };
  });
  /** Rates and lengths without a unit, with their links. */
  private readonly bareRates: (readonly [about: About, value: number])[] = [];
  private readonly bareLengths: (readonly [about: About, value: number])[] = [];
  private readonly bareLatencies: (readonly [about: About, value: number])[] = [];

  private readonly unread = new UnreadNumbers();

  /** Default attributes of nodes and edges. */
  readonly usual: Record<"node" | "edge", [key: string, value: string][]> = { node: [], edge: [] };

  /**
   * @param isYUp whether positive y points up, as in mathematics and on maps
   * @param defaultLengthUnit unit of lengths that have none
   */
  constructor(
    private readonly tell: Telling,
    private readonly up: boolean,
    private readonly bareLength: { readonly unit: Unit; readonly word: string } = metres,
  ) {}

  /** Whether an attribute of nodes or links has a known meaning. */
  knows(what: "node" | "edge", key: string): boolean {
    return (what === "node" ? this.ofNodes(key) : this.ofLinks(key)) !== null;
  }

  /** Adds a default attribute of all nodes or edges. */
  keepUsual(what: "node" | "edge", key: string, value: string): void {
    if (this.knows(what, key) && this.usual[what].length < mostUsual) this.usual[what].push([key, value]);
  }

  /** Adds the attributes of a node to the network. @returns why values cannot be read, worded as in {@link UnreadLine.why} */
  node(found: Gathering, node: number, attributes: Attributes): readonly string[] {
    const faults: string[] = [];
    const ranks: Partial<Record<string, number>> = {};
    let [x, y]: (number | undefined)[] = [];
    for (const [key, value] of attributes) {
      const meaning = this.ofNodes(key);
      if (meaning === null || value === null || value === undefined) continue;
      const { role, rank } = meaning;
      if (rank >= (ranks[role] ?? Infinity)) continue;
      const text = textOf(value);
      switch (role) {
        case "name":
          if (text === "" || text === found.idOf(node)) continue;
          found.describe(node, { name: text.slice(0, longestText) });
          break;
        case "region":
          if (text === "") continue;
          found.locate(node);
          break;
        case "type":
          found.says(node, text.slice(0, longestText));
          break;
        case "isTerminal":
        case "isSwitch":
          if (!isFlag(text)) continue;
          found.describe(node, { isTerminal: isTrue(text) === (role === "isTerminal") });
          break;
        case "ports": {
          const count = Number(text);
          if (text === "" || !(Number.isInteger(count) && count >= 0 && count <= mostPorts)) continue;
          found.describe(node, { ports: count });
          break;
        }
        case "place": {
          const pair = pairIn(value);
          if (pair === null) continue;
          [x, y] = [pair[0], this.up ? 0 - pair[1] : pair[1]];
          break;
        }
        case "x":
        case "y":
        case "latitude": {
          const number = text === "" ? Number.NaN : Number(text);
          if (!Number.isFinite(number)) {
            faults.push(`has ${quoted(text)} as the ${role} of ${quoted(found.idOf(node))}`);
            continue;
          }
          if (role === "x") x = number;
          else y = role === "latitude" || this.up ? 0 - number : number;
          if (role === "latitude") found.locate(node);
        }
      }
      ranks[role] = rank;
    }
    if (x !== undefined && y !== undefined) found.describe(node, { place: [x, y] });
    return faults;
  }

  /** Reads the attributes of a link. `faults` says why values cannot be read, worded as in {@link UnreadLine.why}. */
  link(attributes: Attributes): { readonly about: About; readonly faults: readonly string[] } {
    const about: About = {};
    const faults: string[] = [];
    const ranks: Partial<Record<string, number>> = {};
    const found: Partial<Record<"rate" | "length" | "latency", Measured>> = {};
    let rateUnit: Unit | undefined;
    for (const [key, value] of attributes) {
      const meaning = this.ofLinks(key);
      const text = textOf(value);
      if (meaning === null) this.unread.count(key, text);
      if (meaning === null || text === "") continue;
      const { role, rank } = meaning;
      if (rank >= (ranks[role] ?? Infinity)) continue;
      ranks[role] = rank;
      switch (role) {
        case "kind":
          about.kind = text.slice(0, longestText);
          break;
        case "aPort":
        case "bPort": {
          const port = portIn(text);
          if (port !== undefined) about[role] = port;
          break;
        }
        case "rateUnit":
          rateUnit = rateUnitIn(text);
          if (rateUnit === undefined) faults.push(`has ${quoted(text)} as the unit of a rate`);
          break;
        case "relativeRate": {
          const times = relativeRateIn(text);
          if (times === undefined) faults.push(`has ${quoted(text)} as the relative rate of a link; expected a number above 0`);
          else about.relativeRate = times;
          break;
        }
        case "label": {
          // A label may be any text. With a unit, it is a rate or a length.
          const own = meaning.measured(text);
          if (own?.rate !== undefined) found.rate ??= own;
          if (own?.length !== undefined) found.length ??= own;
          break;
        }
        default: {
          const own = meaning.measured(text);
          if (own === null) faults.push(`has ${quoted(text)} as the ${role} of a link`);
          else found[role] = own;
        }
      }
    }
    const { rate, latency, length = latency } = found;
    const hasUnitBeside = rate?.bare !== undefined && rateUnit !== undefined;
    if (rate?.rate !== undefined) about.rate = rate.rate;
    else if (hasUnitBeside) about.rate = inUnit(rate.bare!, rateUnit!);
    if (length?.length !== undefined) about.length = length.length;
    if (about.kind === undefined && rate?.kind !== undefined) about.kind = rate.kind;
    if (rate?.bare !== undefined && !hasUnitBeside) this.bareRates.push([about, rate.bare]);
    if (length?.bare !== undefined) (length === latency ? this.bareLatencies : this.bareLengths).push([about, length.bare]);
    return { about, faults };
  }

  /** Chooses the units of values that had none, after all links have been read. */
  finish(): void {
    this.unread.say(this.tell);
    const { bareRates, bareLengths, bareLatencies, tell } = this;
    if (bareRates.length > 0) {
      const most = bareRates.reduce((largest, [, value]) => Math.max(largest, value), 0);
      const unit = bareRateUnit(most, tell);
      for (const [about, value] of bareRates) about.rate = inUnit(value, unit);
    }
    if (bareLengths.length > 0) tell.guess(`Lengths have no unit: they are taken for ${this.bareLength.word}.`);
    for (const [about, value] of bareLengths) about.length = lengthIn(value, this.bareLength.unit)!;
    if (bareLatencies.length > 0) tell.guess("Latencies have no unit: they are taken for cycles.");
    for (const [about, value] of bareLatencies) about.length = { cycles: value };
  }
}

/** A rate or length with a unit, or a bare number without one. */
interface Measured {
  readonly rate?: number;
  readonly length?: Length;
  readonly bare?: number;
  /** Name of the link speed, such as `4xNDR`. */
  readonly kind?: string;
}

/** Parses a separate unit of a rate. A single letter is a multiple of bits per second. */
function rateUnitIn(text: string): Unit | undefined {
  const unit = /^[kmgtp]$/i.test(text) ? unitOf(`${text}bps`) : unitOf(text);
  return unit?.of === "rate" ? unit : undefined;
}

/** Largest value of a rate or length, in any unit. */
const largest = 1e30;

/** Parses a rate or length; null if the text is neither, or of the wrong kind for the attribute. */
function measured({ role, unit: own }: Meaning<keyof typeof ofLinks>, text: string): Measured | null {
  const isLength = role === "length" || role === "latency";
  const lanes = isLength ? undefined : infinibandRate(text);
  if (lanes !== undefined) return { rate: lanes, kind: text };
  const amount = quantityIn(text);
  // Unrealistically large values are not quantities.
  if (amount === undefined || !(isLength ? amount.value >= 0 : amount.value > 0) || amount.value > largest) return null;
  const unit = amount.unit ?? own;
  if (unit === undefined) return { bare: amount.value };
  if (unit.of === "rate") return isLength ? null : { rate: inUnit(amount.value, unit) };
  const length = role === "rate" ? undefined : lengthIn(amount.value, unit);
  return length === undefined ? null : { length };
}

const metres = { unit: { of: "metres", factor: 1 }, word: "metres" } as const;
export const kilometres = { unit: { of: "metres", factor: 1000 }, word: "kilometres" } as const;

/** A value as text; empty if it is neither text, number nor boolean. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

const isTrue = (text: string) => /^(true|yes|1)$/i.test(text);
const isFlag = (text: string) => isTrue(text) || /^(false|no|0)$/i.test(text);

/** Number of a port: `3`, `swp3`, `Eth-1`. The name `Ethernet1/3` cannot be reduced to a number. */
export function portIn(text: string): number | undefined {
  const digits = text.length > 40 ? null : /^[a-z_-]*(\d{1,9})$/i.exec(text);
  return digits === null ? undefined : Number(digits[1]);
}

/** Parses two numbers: [1, 2], {x: 1, y: 2}, "1,2!". */
function pairIn(value: unknown): readonly [number, number] | null {
  const own =
    typeof value === "string"
      ? value.length > 120
        ? []
        : value.split(/[\s,!]+/, 2)
      : Array.isArray(value)
        ? value.slice(0, 2)
        : typeof value === "object" && value !== null
          ? [(value as Record<string, unknown>)["x"], (value as Record<string, unknown>)["y"]]
          : [];
  const [x, y] = own.map((each: unknown) =>
    typeof each === "number" || (typeof each === "string" && each !== "") ? Number(each) : Number.NaN,
  );
  return own.length === 2 && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}
