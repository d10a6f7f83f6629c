/** What attributes of nodes and links mean, by what people call them; for formats in which they may be called anything. */
import type { Telling } from "../told.ts";
import { bareRateUnit, infinibandRate, inUnit, lengthIn, quantityIn, type Unit, unitOf } from "../units.ts";
import { type Gathered, type Gathering, quoted } from "./gathering.ts";

/** Names of attributes in small letters and digits, without what stands between them; the surest of a meaning first. */
const ofNodes = {
  name: "name label nodelabel displayname displaylabel hostname title vname nodename caption",
  type: "type kind role function nodetype nodekind noderole devicetype devicerole category class",
  isTerminal: "isterminal terminal ishost host isserver server isendpoint",
  isSwitch: "isswitch switch isrouter router",
  place: "pos position coordinates coords",
  x: "x posx xpos longitude lon lng long",
  y: "y posy ypos",
  latitude: "latitude lat",
  ports: "ports portcount nports numports radix",
} as const;
const ofLinks = {
  rate: "rate linkspeedraw bandwidth bw capacity cap linkspeed speed datarate linerate linkrate linkcapacity linkbandwidth portspeed throughput",
  length: "length dist distance linklength cablelength latency delay linklatency linkdelay propagationdelay",
  kind: "kind linktype linkkind linkclass cabletype cable medium media type class",
  aPort: "sourceport srcport fromport aport tailport porta port1 localport sourceinterface interface1",
  bPort: "targetport dstport destport toport bport headport portb port2 remoteport targetinterface interface2",
  /** What people write beside a link may be its rate: `100G`. */
  label: "label linklabel name",
} as const;

/** Names that say a unit as a whole. */
const wholeUnits: Readonly<Record<string, Unit>> = {
  bytespersecond: { of: "rate", factor: 1 },
  bitspersecond: { of: "rate", factor: 1 / 8 },
  metres: { of: "metres", factor: 1 },
  meters: { of: "metres", factor: 1 },
  seconds: { of: "seconds", factor: 1 },
  cycles: { of: "cycles", factor: 1 },
};

interface Meaning<Role extends string> {
  readonly role: Role;
  /** How sure it is: 0 for the surest. */
  readonly rank: number;
  readonly unit?: Unit;
}

type Meanings<Role extends string> = ReadonlyMap<string, Meaning<Role>>;

function meaningsOf<Role extends string>(words: Readonly<Record<Role, string>>): Meanings<Role> {
  const roles = Object.keys(words) as Role[];
  return new Map(roles.flatMap((role) => words[role].split(" ").map((word, rank): [string, Meaning<Role>] => [word, { role, rank }])));
}
const nodeMeanings = meaningsOf(ofNodes);
const linkMeanings = meaningsOf(ofLinks);

/** Longest name of an attribute that is looked at, longest text of a name or kind that is kept, and most ports of a node. */
const [longestKey, longestText, mostPorts] = [60, 256, 65_536];

/** What an attribute means by its name: `Bandwidth (Gb/s)`, `rate_gbps`, `distKm`. */
function meaningOf<Role extends string>(key: string, meanings: Meanings<Role>): Meaning<Role> | null {
  if (key.length > longestKey) return null;
  const whole = key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const found = meanings.get(whole);
  if (found !== undefined) return found;
  const by = (unit: Unit) => meanings.get(unit.of === "rate" ? "rate" : "length");
  if (Object.hasOwn(wholeUnits, whole)) {
    const unit = wholeUnits[whole];
    const role = by(unit);
    return role === undefined ? null : { ...role, unit };
  }
  // The last word may be a unit.
  const words = key.replaceAll(/([a-z])(?=[A-Z])/g, "$1 ").split(/[^A-Za-zµμ/]+/);
  if (words[words.length - 1] === "") words.pop();
  const unit = unitOf(words.pop() ?? "");
  const own = meanings.get(words.join("").toLowerCase());
  return unit === undefined || own === undefined || by(unit)?.role !== own.role ? null : { ...own, unit };
}

/** Attributes of one node or link: names and values, texts or what JSON has. */
export type Attributes = Iterable<readonly [key: string, value: unknown]>;

/** What is known of a link by its attributes. */
type About = Omit<Gathered, "a" | "b">;

/** Understands attributes of a whole text: units that are left out are decided on at its end. */
export class Understanding {
  private readonly nodeKeys = new Map<string, Meaning<keyof typeof ofNodes> | null>();
  private readonly linkKeys = new Map<string, Meaning<keyof typeof ofLinks> | null>();
  /** Rates and lengths without a unit, and which links they are of. */
  private readonly bareRates: (readonly [about: About, value: number])[] = [];
  private readonly bareLengths: (readonly [about: About, value: number])[] = [];

  /**
   * @param up whether places are told upwards, as in coordinates of mathematics and maps
   * @param bareLength what lengths without a unit are
   */
  constructor(
    private readonly tell: Telling,
    private readonly up: boolean,
    private readonly bareLength: { readonly unit: Unit; readonly word: string } = metres,
  ) {}

  /** Describes a node. @returns what cannot be read, as notes have it */
  node(found: Gathering, node: number, attributes: Attributes): readonly string[] {
    const faults: string[] = [];
    const ranks: Partial<Record<string, number>> = {};
    let [x, y]: (number | undefined)[] = [];
    for (const [key, value] of attributes) {
      const meaning = this.known(key, this.nodeKeys, nodeMeanings);
      if (meaning === null || value === null || value === undefined) continue;
      const { role, rank } = meaning;
      if (rank >= (ranks[role] ?? Infinity)) continue;
      const text = textOf(value);
      switch (role) {
        case "name":
          if (text === "" || text === found.idOf(node)) continue;
          found.describe(node, { name: text.slice(0, longestText) });
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
          if (!(Number.isInteger(count) && count >= 0 && count <= mostPorts)) continue;
          found.describe(node, { ports: count });
          break;
        }
        case "place":
          [x, y] = pairIn(value) ?? [x, y];
          if (this.up && y !== undefined) y = 0 - y;
          break;
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
        }
      }
      ranks[role] = rank;
    }
    if (x !== undefined && y !== undefined) found.describe(node, { place: [x, y] });
    return faults;
  }

  /** What attributes say of a link, and what of them cannot be read, as notes have it. */
  link(attributes: Attributes): { readonly about: About; readonly faults: readonly string[] } {
    const about: About = {};
    const faults: string[] = [];
    const ranks: Partial<Record<string, number>> = {};
    /** Numbers without a unit, until something better is said. */
    const bare: { rate?: number | undefined; length?: number | undefined } = {};
    const label: string[] = [];
    const measure = (what: "rate" | "length", text: string, own?: Unit): boolean => {
      const lanes = what === "rate" ? infinibandRate(text) : undefined;
      const amount = quantityIn(text);
      const unit = amount?.unit ?? own;
      if (lanes !== undefined) {
        about.rate = lanes;
        about.kind ??= text;
      } else if (amount === undefined || !(what === "rate" ? amount.value > 0 : amount.value >= 0)) return false;
      else if (unit === undefined) {
        delete about[what];
        bare[what] = amount.value;
        return true;
      } else if (what === "rate") {
        if (unit.of !== "rate") return false;
        about.rate = inUnit(amount.value, unit);
      } else {
        const length = lengthIn(amount.value, unit);
        if (length === undefined) return false;
        about.length = length;
      }
      bare[what] = undefined;
      return true;
    };
    for (const [key, value] of attributes) {
      const meaning = this.known(key, this.linkKeys, linkMeanings);
      const text = textOf(value);
      if (meaning === null || text === "") continue;
      const { role, rank, unit } = meaning;
      if (rank >= (ranks[role] ?? Infinity)) continue;
      ranks[role] = rank;
      if (role === "label") label.push(text);
      else if (role === "kind") about.kind = text.slice(0, longestText);
      else if (role === "rate" || role === "length") {
        if (!measure(role, text, unit)) faults.push(`has ${quoted(text)} as the ${role} of a link`);
      } else {
        const port = portIn(text);
        if (port !== undefined) about[role] = port;
      }
    }
    // What stands beside a link may say anything; with a unit it is a rate or a length.
    for (const text of label)
      for (const what of ["rate", "length"] as const)
        if (about[what] === undefined && bare[what] === undefined && isMeasure(text)) measure(what, text);
    if (bare.rate !== undefined) this.bareRates.push([about, bare.rate]);
    if (bare.length !== undefined) this.bareLengths.push([about, bare.length]);
    return { about, faults };
  }

  /** Decides on what had no unit; every link must have been seen. */
  finish(): void {
    const { bareRates, bareLengths, tell } = this;
    if (bareRates.length > 0) {
      const unit = bareRateUnit(
        bareRates.reduce((most, [, value]) => Math.max(most, value), 0),
        tell,
      );
      for (const [about, value] of bareRates) about.rate = inUnit(value, unit);
    }
    if (bareLengths.length > 0) {
      const { unit, word } = this.bareLength;
      tell.guess(`Lengths have no unit: they are taken for ${word}.`);
      for (const [about, value] of bareLengths) about.length = lengthIn(value, unit)!;
    }
  }

  private known<Role extends string>(
    key: string,
    known: Map<string, Meaning<Role> | null>,
    meanings: Meanings<Role>,
  ): Meaning<Role> | null {
    let meaning = known.get(key);
    if (meaning === undefined) {
      meaning = meaningOf(key, meanings);
      if (known.size < mostKeys) known.set(key, meaning);
    }
    return meaning;
  }
}

/** Whether a text is a quantity with its unit, or a speed of InfiniBand. */
const isMeasure = (text: string) => infinibandRate(text) !== undefined || quantityIn(text)?.unit !== undefined;

/** Names of attributes that are remembered. */
const mostKeys = 1000;
const metres = { unit: { of: "metres", factor: 1 }, word: "metres" } as const;
export const kilometres = { unit: { of: "metres", factor: 1000 }, word: "kilometres" } as const;

/** A value as a text; empty for what is none. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

const isTrue = (text: string) => /^(true|yes|1)$/i.test(text);
const isFlag = (text: string) => isTrue(text) || /^(false|no|0)$/i.test(text);

/** The number of a port: `3`, `swp3`, `Eth-1`. `Ethernet1/3` says more than a number can. */
export function portIn(text: string): number | undefined {
  const digits = text.length > 40 ? null : /^[a-z_-]*(\d{1,9})$/i.exec(text);
  return digits === null ? undefined : Number(digits[1]);
}

/** Two numbers: [1, 2], {x: 1, y: 2}, "1,2!". */
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
