/** Interprets attributes of nodes and links by their names, for formats that do not fix the names. */
import { cacheByText } from "../../text-cache.ts";
import { UnreadNumbers } from "../unread-numbers.ts";
import type { DiagnosticsCollector } from "../../diagnostics.ts";
import {
  guessRateUnit,
  infinibandRate,
  toBaseUnit,
  type LinkLength,
  linkLengthOf,
  parseLinkQuantity,
  parseRelativeRate,
  type LinkUnit,
  parseUnit,
} from "../../units.ts";
import { type MutableLink, type ReadNetworkBuilder, quoteId } from "../network-builder.ts";

/** Attribute names in lower case and without punctuation, the most reliable first. */
const nodeAttributeNames = {
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
const linkAttributeNames = {
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
const unitNames: Readonly<Record<string, LinkUnit>> = {
  bytespersecond: { dimension: "rate", factor: 1 },
  bitspersecond: { dimension: "rate", factor: 1 / 8 },
  // From the Topology Zoo.
  linkspeedraw: { dimension: "rate", factor: 1 / 8 },
  metres: { dimension: "metres", factor: 1 },
  meters: { dimension: "metres", factor: 1 },
  seconds: { dimension: "seconds", factor: 1 },
  cycles: { dimension: "cycles", factor: 1 },
};

interface AttributeMeaning<Role extends string> {
  readonly role: Role;
  /** Reliability of the name: 0 is the best. */
  readonly rank: number;
  readonly unit?: LinkUnit;
}

type MeaningsByName<Role extends string> = ReadonlyMap<string, Pick<AttributeMeaning<Role>, "role" | "rank">>;

function meaningsByName<Role extends string>(words: Readonly<Record<Role, string>>): MeaningsByName<Role> {
  const roles = Object.keys(words) as Role[];
  return new Map(roles.flatMap((role) => words[role].split(" ").map((word, rank) => [word, { role, rank }] as const)));
}
const nodeMeaningsByName = meaningsByName(nodeAttributeNames);
const linkMeaningsByName = meaningsByName(linkAttributeNames);

/** Longest attribute name that is examined, longest name or kind that is kept, and maximum number of ports of a node. */
const [maxKeyLength, maxTextLength, maxPorts] = [60, 256, 65_536];

/**
 * What an attribute of a node or link means, by its name in the file; null for an unknown name. A unit may be a part of the name:
 * `Bandwidth (Gb/s)`, `rate_gbps`, `distKm`.
 * @param meanings the meaning of each known name, in lower case without separators
 */
function findMeaning<Role extends string>(key: string, meanings: MeaningsByName<Role>): AttributeMeaning<Role> | null {
  if (key.length > maxKeyLength) return null;
  const normalizedKey = key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const exactMeaning = meanings.get(normalizedKey);
  if (exactMeaning !== undefined) return exactMeaning;
  const rolesOf = (unit: LinkUnit) => (unit.dimension === "rate" ? ["rate"] : ["length", "latency"]);
  const unit = Object.hasOwn(unitNames, normalizedKey) ? unitNames[normalizedKey] : undefined;
  if (unit !== undefined) {
    const meaning = meanings.get(rolesOf(unit)[0]);
    return meaning === undefined ? null : { ...meaning, unit };
  }
  // The last word may be a unit.
  const nameParts = key.replaceAll(/([a-z])(?=[A-Z])/g, "$1 ").split(/[^A-Za-zµμ/]+/);
  if (nameParts[nameParts.length - 1] === "") nameParts.pop();
  const lastUnit = parseUnit(nameParts.pop() ?? "");
  const meaning = meanings.get(nameParts.join("").toLowerCase());
  return lastUnit === undefined || meaning === undefined || !rolesOf(lastUnit).includes(meaning.role)
    ? null
    : { ...meaning, unit: lastUnit };
}

/** Maximum number of default attributes, because all of them are examined for each node or link. */
export const maxDefaultAttributes = 64;

/** Attributes of one node or link: names and values, which are texts or JSON values. */
export type AttributeEntries = Iterable<readonly [key: string, value: unknown]>;

/** A link without its ends. */
type LinkAttributes = Omit<MutableLink, "a" | "b">;

/** Interprets the attributes of a whole text. Missing units are guessed at the end of the text, when all values are known. */
export class AttributeReader {
  private readonly meaningOfNodeAttribute = cacheByText((key) => findMeaning(key, nodeMeaningsByName));
  private readonly meaningOfLinkAttribute = cacheByText((key) => {
    const meaning = findMeaning(key, linkMeaningsByName);
    return meaning && { ...meaning, measured: cacheByText((text) => parseQuantity(meaning, text)) };
  });
  /** Rates and lengths without a unit, with their links. */
  private readonly unitlessRates: (readonly [about: LinkAttributes, value: number])[] = [];
  private readonly unitlessLengths: (readonly [about: LinkAttributes, value: number])[] = [];
  private readonly unitlessLatencies: (readonly [about: LinkAttributes, value: number])[] = [];

  private readonly unreadNumbers = new UnreadNumbers();

  /** Default attributes of nodes and edges. */
  readonly defaults: Record<"node" | "edge", [key: string, value: string][]> = { node: [], edge: [] };

  /**
   * @param isYUp whether positive y points up, as in mathematics and on maps
   * @param defaultLengthUnit unit of lengths that have none
   */
  constructor(
    private readonly diagnostics: DiagnosticsCollector,
    private readonly isYUp: boolean,
    private readonly defaultLengthUnit: { readonly unit: LinkUnit; readonly word: string } = metres,
  ) {}

  /** Whether an attribute of nodes or links has a known meaning. */
  isKnown(element: "node" | "edge", key: string): boolean {
    return (element === "node" ? this.meaningOfNodeAttribute(key) : this.meaningOfLinkAttribute(key)) !== null;
  }

  /** Adds a default attribute of all nodes or edges. */
  addDefault(element: "node" | "edge", key: string, value: string): void {
    if (this.isKnown(element, key) && this.defaults[element].length < maxDefaultAttributes) this.defaults[element].push([key, value]);
  }

  /**
   * Adds the attributes of a node in a file to the network that is being read. If several attributes have the same role, such as the name,
   * the one with the lowest rank is used.
   * @returns why values cannot be read, worded as in {@link UnreadLine.why}
   */
  describeNode(builder: ReadNetworkBuilder, node: number, attributes: AttributeEntries): readonly string[] {
    const faults: string[] = [];
    const ranks: Partial<Record<string, number>> = {};
    let [x, y]: (number | undefined)[] = [];
    for (const [key, value] of attributes) {
      const meaning = this.meaningOfNodeAttribute(key);
      if (meaning === null || value === null || value === undefined) continue;
      const { role, rank } = meaning;
      if (rank >= (ranks[role] ?? Infinity)) continue;
      const text = attributeText(value);
      switch (role) {
        case "name":
          if (text === "" || text === builder.idOf(node)) continue;
          builder.describe(node, { name: text.slice(0, maxTextLength) });
          break;
        case "region":
          if (text === "") continue;
          builder.markGeographic(node);
          break;
        case "type":
          builder.setTypeWord(node, text.slice(0, maxTextLength));
          break;
        case "isTerminal":
        case "isSwitch":
          if (!isFlag(text)) continue;
          builder.describe(node, { isTerminal: isTrue(text) === (role === "isTerminal") });
          break;
        case "ports": {
          const count = Number(text);
          if (text === "" || !(Number.isInteger(count) && count >= 0 && count <= maxPorts)) continue;
          builder.describe(node, { ports: count });
          break;
        }
        case "place": {
          const pair = parsePair(value);
          if (pair === null) continue;
          [x, y] = [pair[0], this.isYUp ? 0 - pair[1] : pair[1]];
          break;
        }
        case "x":
        case "y":
        case "latitude": {
          const number = text === "" ? Number.NaN : Number(text);
          if (!Number.isFinite(number)) {
            faults.push(`has ${quoteId(text)} as the ${role} of ${quoteId(builder.idOf(node))}`);
            continue;
          }
          if (role === "x") x = number;
          else y = role === "latitude" || this.isYUp ? 0 - number : number;
          if (role === "latitude") builder.markGeographic(node);
        }
      }
      ranks[role] = rank;
    }
    if (x !== undefined && y !== undefined) builder.describe(node, { place: [x, y] });
    return faults;
  }

  /**
   * Reads the attributes of a link in a file: kind, ports, rate and length. If several attributes have the same role, the one with the
   * lowest rank is used. Numbers without a unit are collected, because their unit is guessed when all links are known. `faults` says why
   * values cannot be read, worded as in {@link UnreadLine.why}.
   */
  readLink(attributes: AttributeEntries): { readonly linkAttributes: LinkAttributes; readonly faults: readonly string[] } {
    const linkAttributes: LinkAttributes = {};
    const faults: string[] = [];
    const ranks: Partial<Record<string, number>> = {};
    const quantities: Partial<Record<"rate" | "length" | "latency", ParsedQuantity>> = {};
    let rateUnit: LinkUnit | undefined;
    for (const [key, value] of attributes) {
      const meaning = this.meaningOfLinkAttribute(key);
      const text = attributeText(value);
      if (meaning === null) this.unreadNumbers.count(key, text);
      if (meaning === null || text === "") continue;
      const { role, rank } = meaning;
      if (rank >= (ranks[role] ?? Infinity)) continue;
      ranks[role] = rank;
      switch (role) {
        case "kind":
          linkAttributes.kind = text.slice(0, maxTextLength);
          break;
        case "aPort":
        case "bPort": {
          const port = parsePort(text);
          if (port !== undefined) linkAttributes[role] = port;
          break;
        }
        case "rateUnit":
          rateUnit = parseRateUnit(text);
          if (rateUnit === undefined) faults.push(`has ${quoteId(text)} as the unit of a rate`);
          break;
        case "relativeRate": {
          const relativeRate = parseRelativeRate(text);
          if (relativeRate === undefined) faults.push(`has ${quoteId(text)} as the relative rate of a link; expected a number above 0`);
          else linkAttributes.relativeRate = relativeRate;
          break;
        }
        case "label": {
          // A label may be any text. With a unit, it is a rate or a length.
          const quantity = meaning.measured(text);
          if (quantity?.rate !== undefined) quantities.rate ??= quantity;
          if (quantity?.length !== undefined) quantities.length ??= quantity;
          break;
        }
        default: {
          const quantity = meaning.measured(text);
          if (quantity === null) faults.push(`has ${quoteId(text)} as the ${role} of a link`);
          else quantities[role] = quantity;
        }
      }
    }
    // A latency is a length in time, which is used if there is no length.
    const { rate, latency, length = latency } = quantities;
    const hasSeparateUnit = rate?.bare !== undefined && rateUnit !== undefined;
    if (rate?.rate !== undefined) linkAttributes.rate = rate.rate;
    else if (hasSeparateUnit) linkAttributes.rate = toBaseUnit(rate.bare!, rateUnit!);
    if (length?.length !== undefined) linkAttributes.length = length.length;
    if (linkAttributes.kind === undefined && rate?.kind !== undefined) linkAttributes.kind = rate.kind;
    if (rate?.bare !== undefined && !hasSeparateUnit) this.unitlessRates.push([linkAttributes, rate.bare]);
    if (length?.bare !== undefined)
      (length === latency ? this.unitlessLatencies : this.unitlessLengths).push([linkAttributes, length.bare]);
    return { linkAttributes, faults };
  }

  /** Chooses the units of values without a unit, after all links have been read. */
  finish(): void {
    this.unreadNumbers.report(this.diagnostics);
    const { unitlessRates, unitlessLengths, unitlessLatencies, diagnostics } = this;
    if (unitlessRates.length > 0) {
      const largestRate = unitlessRates.reduce((largest, [, value]) => Math.max(largest, value), 0);
      const unit = guessRateUnit(largestRate, diagnostics);
      for (const [linkAttributes, value] of unitlessRates) linkAttributes.rate = toBaseUnit(value, unit);
    }
    if (unitlessLengths.length > 0) diagnostics.guess(`Lengths have no unit: they are read as ${this.defaultLengthUnit.word}.`);
    for (const [linkAttributes, value] of unitlessLengths) linkAttributes.length = linkLengthOf(value, this.defaultLengthUnit.unit)!;
    if (unitlessLatencies.length > 0) diagnostics.guess("Latencies have no unit: they are read as cycles.");
    for (const [linkAttributes, value] of unitlessLatencies) linkAttributes.length = { cycles: value };
  }
}

/** A rate or length with a unit, or a bare number without one. */
interface ParsedQuantity {
  readonly rate?: number;
  readonly length?: LinkLength;
  readonly bare?: number;
  /** Name of the link speed, such as `4xNDR`. */
  readonly kind?: string;
}

/** Parses a separate unit of a rate. A single letter is a multiple of bits per second. */
function parseRateUnit(text: string): LinkUnit | undefined {
  const unit = /^[kmgtp]$/i.test(text) ? parseUnit(`${text}bps`) : parseUnit(text);
  return unit?.dimension === "rate" ? unit : undefined;
}

/** Largest value of a rate or length, in any unit. */
const maxQuantity = 1e30;

/** Parses a rate or length; null if the text is neither, or of the wrong kind for the attribute. */
function parseQuantity(
  { role, unit: attributeUnit }: AttributeMeaning<keyof typeof linkAttributeNames>,
  text: string,
): ParsedQuantity | null {
  const isLength = role === "length" || role === "latency";
  const linkSpeedRate = isLength ? undefined : infinibandRate(text);
  if (linkSpeedRate !== undefined) return { rate: linkSpeedRate, kind: text };
  const quantity = parseLinkQuantity(text);
  // Unrealistically large values are not quantities.
  if (quantity === undefined || !(isLength ? quantity.value >= 0 : quantity.value > 0) || quantity.value > maxQuantity) return null;
  const unit = quantity.unit ?? attributeUnit;
  if (unit === undefined) return { bare: quantity.value };
  if (unit.dimension === "rate") return isLength ? null : { rate: toBaseUnit(quantity.value, unit) };
  const length = role === "rate" ? undefined : linkLengthOf(quantity.value, unit);
  return length === undefined ? null : { length };
}

const metres = { unit: { dimension: "metres", factor: 1 }, word: "metres" } as const;
export const kilometres = { unit: { dimension: "metres", factor: 1000 }, word: "kilometres" } as const;

/** A value as text; empty if it is neither text, number nor boolean. */
function attributeText(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

const isTrue = (text: string) => /^(true|yes|1)$/i.test(text);
const isFlag = (text: string) => isTrue(text) || /^(false|no|0)$/i.test(text);

/** Number of a port: `3`, `swp3`, `Eth-1`. The name `Ethernet1/3` cannot be reduced to a number. */
export function parsePort(text: string): number | undefined {
  const digits = text.length > 40 ? null : /^[a-z_-]*(\d{1,9})$/i.exec(text);
  return digits === null ? undefined : Number(digits[1]);
}

/** Parses two numbers: [1, 2], {x: 1, y: 2}, "1,2!". */
function parsePair(value: unknown): readonly [number, number] | null {
  const values =
    typeof value === "string"
      ? value.length > 120
        ? []
        : value.split(/[\s,!]+/, 2)
      : Array.isArray(value)
        ? value.slice(0, 2)
        : typeof value === "object" && value !== null
          ? [(value as Record<string, unknown>)["x"], (value as Record<string, unknown>)["y"]]
          : [];
  const [x, y] = values.map((each: unknown) =>
    typeof each === "number" || (typeof each === "string" && each !== "") ? Number(each) : Number.NaN,
  );
  return values.length === 2 && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}
