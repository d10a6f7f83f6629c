/**
 * The main property of recognition: any network of 32 switches or more, read from a file that contains only links, in any order and with at
 * most one link in twenty missing, is recognized as what it was, and the missing links are named.
 *
 * Equal networks of different families are given the simplest of their names: see the families of src/formats/recognition. Therefore each
 * network is recognized twice, without faults and with them, and the regular network must be the same. Without faults it equals the network
 * link by link; with them it equals the network after the named differences.
 */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below, mix, shuffled, streamKey } from "../../../src/core/base/random.ts";
import { compile } from "../../../src/core/run/compile.ts";
import { axesIn } from "../../../src/core/network/axes.ts";
import { NetworkBuilder } from "../../../src/core/network/builder.ts";
import type { Network } from "../../../src/core/network/network.ts";
import type { Irregularity, Recognised, Whole } from "../../../src/formats/recognition/contract.ts";
import type { Facts } from "../../../src/core/topologies/contract.ts";
import { topologies } from "../../../src/core/topologies/index.ts";
import type { ReadLink, ReadNetwork } from "../../../src/formats/contract.ts";
import { readNetworkOf } from "../../../src/formats/from-network.ts";
import { documentWith, type Taken } from "../../../src/formats/to-document.ts";
import { build, examplesOf, factsOf } from "../../contracts/arbitrary.ts";
import { cases, first, isThorough } from "../../effort.ts";

/** Faults of a network: links between switches removed, doubled and slowed down, and terminals removed. */
interface Harm {
  readonly missing: number;
  readonly doubled?: number;
  readonly slow?: number;
  readonly terminals?: number;
}

const usualRate = 12.5e9;

/** A network as an unknown file has it: randomly numbered, without meaningful names, and with faults. */
function strange(whole: ReadNetwork, draw: number, { missing, doubled = 0, slow = 0, terminals = 0 }: Harm): ReadNetwork {
  const key = streamKey(draw, "faults");
  const { nodes, links } = whole;
  const isBetween = ({ a, b }: ReadLink) => !nodes[a].isTerminal && !nodes[b].isTerminal;
  const between = links.filter(isBetween);
  const drawn = [...shuffled(between.length, mix(key, 1, 0))].map((i) => between[i]);
  const gone = new Set(drawn.slice(0, missing));
  const twice = new Set(drawn.slice(missing, missing + doubled));
  const hanging = links.filter((link) => !isBetween(link));
  const hung = [...shuffled(hanging.length, mix(key, 2, 0))].map((i) => hanging[i]);
  const away = new Set(hung.slice(0, terminals).map(({ a, b }) => (nodes[a].isTerminal ? a : b)));
  // Only one link between switches is slow. In a small class, two slow links could be the majority.
  const slower = new Set([...drawn.slice(missing + doubled, missing + doubled + 1), ...hung.slice(terminals)].slice(0, slow));
  const kept = [...nodes.keys()].filter((n) => !away.has(n));
  const order = [...shuffled(kept.length, mix(key, 3, 0))].map((i) => kept[i]);
  const now = new Map(order.map((was, is) => [was, is]));
  const left = links.flatMap((link) => {
    if (gone.has(link) || away.has(link.a) || away.has(link.b)) return [];
    const [a, b] = [now.get(link.a)!, now.get(link.b)!];
    const isTurned = below(mix(key, 4, link.a), 2) === 0;
    const one = { ...(isTurned ? { a: b, b: a } : { a, b }), ...(slow > 0 ? { rate: slower.has(link) ? usualRate / 2 : usualRate } : {}) };
    return twice.has(link) ? [one, one] : [one];
  });
  return {
    nodes: order.map((was, is) => ({ id: `n${is}`, isTerminal: nodes[was].isTerminal })),
    links: [...shuffled(left.length, mix(key, 5, 0))].map((i) => left[i]),
  };
}

/** Multiset of links between pairs of switches, regardless of the order of their ends. */
class Pairs {
  private readonly times = new Map<number, number>();

  constructor(private readonly size: number) {}

  add(a: number, b: number, times: number): this {
    const key = Math.min(a, b) * this.size + Math.max(a, b);
    const sum = (this.times.get(key) ?? 0) + times;
    if (sum === 0) this.times.delete(key);
    else this.times.set(key, sum);
    return this;
  }

  get left(): readonly (readonly [key: number, times: number])[] {
    return [...this.times].sort(([a], [b]) => a - b);
  }
}

/**
 * Checks that the regular network, minus the links named as missing and plus those named as additional, equals the network link by link,
 * and terminal by terminal except for the named switches.
 */
function expectExplained(network: Network, { whole, place, irregular }: Recognised): void {
  const { terminals, switches, head, tail, reverse } = network;
  expect(new Set(place).size, "each switch has a place of its own").toBe(switches);
  expect(place.every((p) => p >= 0 && p < whole.hosts.length)).toBe(true);
  expect(whole.hosts.length, "each place has a switch").toBe(switches);
  const pairs = new Pairs(switches);
  for (const [a, b, times] of whole.links) pairs.add(a, b, times);
  const at = (n: number) => place[n - terminals];
  for (const { between, channels, kind } of irregular) {
    for (const [a, b] of between) pairs.add(at(a), at(b), -1);
    if (kind !== "slower") for (const c of channels) pairs.add(at(tail[c]), at(head[c]), 1);
  }
  for (const c of head.keys()) if (c < reverse[c] && tail[c] >= terminals && head[c] >= terminals) pairs.add(at(tail[c]), at(head[c]), -1);
  expect(pairs.left, "links are those of the whole but for what is named").toEqual([]);
  const hosts = new Int32Array(switches);
  for (let t = 0; t < terminals; t++) hosts[head[network.firstOut[t]] - terminals]++;
  const others = Array.from(hosts.keys()).filter((s) => hosts[s] !== whole.hosts[place[s]]);
  const named = irregular.filter(({ kind }) => kind === "other terminals").flatMap(({ nodes }) => nodes.map((n) => n - terminals));
  expect(named.sort((a, b) => a - b)).toEqual(others);
}

const missingIn = (irregular: readonly Irregularity[]) => irregular.reduce((sum, { between }) => sum + between.length, 0);
const channelsOf = (irregular: readonly Irregularity[], ...kinds: readonly Irregularity["kind"][]) =>
  irregular.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { channels }) => sum + channels.length, 0);
/** Number of reported exceptions, one for each link and each switch. */
const countIn = (irregular: readonly Irregularity[]) =>
  irregular.reduce((sum, { kind, count, between }) => sum + (kind === "fewer uplinks" ? between.length : count), 0);

/** A regular network in a form that does not depend on the order of its links. */
const told = ({ topology, title, links }: Whole) => ({
  topology,
  title,
  links: new Set(links.map(([a, b, times]) => `${Math.min(a, b)}-${Math.max(a, b)} ${times}`)),
});

/**
 * Converts a sentence about the network without faults to the form that it has for a network with faults.
 * @param isOther Whether any links differ.
 */
function asRegular(said: string, isOther: boolean): string {
  const [, terminals, hang] = /^(\S+) (terminals? hangs?) on each switch\.$/.exec(said) ?? [];
  if (terminals !== undefined) return `Usually ${terminals.toLowerCase()} ${hang} on a switch.`;
  if (/^It has (\d+ groups of|two switches along) /.test(said)) return said.replace("It has", "A regular one has");
  if (/^(Every|No row|Rows) |^\d.* links? joins? /.test(said))
    return isOther ? `In a regular one, ${said[0].toLowerCase()}${said.slice(1)}` : said;
  return said.replace(/ at (each|a) (?=\D+( \d+)?: )/, " at a regular ");
}

/**
 * The expected sentences about a network that has all switches of the regular one. If the numbers of links differ, the first sentence
 * states the links, counted here. Then each sentence about the network without faults follows, as one about a regular network.
 */
function saidOf(
  { terminals, switches, head, tail }: Network,
  { whole, irregular }: Recognised,
  clean: readonly string[],
): readonly string[] {
  const isOther = irregular.some(({ kind }) => kind !== "slower" && kind !== "other terminals");
  const isOdd = isOther || irregular.some(({ kind }) => kind === "other terminals");
  const said = isOdd ? clean.map((each) => asRegular(each, isOther)) : clean;
  const own = head.filter((to, c) => to > tail[c] && tail[c] >= terminals).length;
  const regular = whole.links.reduce((sum, [, , times]) => sum + times, 0);
  if (own === regular) return said;
  const links = own === 1 ? "1 link" : `${own} links`;
  const [first, ...others] = said;
  return whole.axes[0].kind === "level"
    ? [first, `It has ${links} between switches; a regular one would have ${regular}.`, ...others]
    : [`It has ${switches} switches and ${links} between them; a regular one would have ${regular} links.`, ...said];
}

const taken = (network: ReadNetwork): Promise<Taken> =>
  documentWith(null, { format: "edge-list", network, lines: 0, notes: [], unread: 0, reasons: [], guesses: [], refused: null });

/** Whether all switches are connected. */
function hangsTogether({ terminals, switches, firstOut, head }: Network): boolean {
  const seen = new Set([terminals]);
  for (const s of seen) for (let c = firstOut[s]; c < firstOut[s + 1]; c++) if (head[c] >= terminals) seen.add(head[c]);
  return seen.size === switches;
}

/** The routing of a family. */
const routingOf = ({ axes: [{ kind }] }: Whole): string =>
  kind === "level" ? "nearest-common-ancestor" : kind === "group" ? "local-global-local" : "dimension-order";

interface Case {
  readonly title: string;
  readonly build: () => Network;
  /**
   * If two groups are joined by several links, other links may fit as well as the missing ones. Then the number of missing links is only an
   * upper limit.
   */
  readonly isLoose?: boolean;
}

/**
 * Checks the property for one network. First the network is recognized without faults, then with the fraction `missingFraction` of its
 * links missing and with `otherFaults`. Finally the coordinates and the routing of the resulting document are checked.
 */
async function holds({ build, isLoose = false }: Case, draw: number, part: number, beside: Partial<Harm> = {}): Promise<void> {
  const original = build();
  const read = readNetworkOf(original);
  const links = read.links.filter(({ a, b }) => !read.nodes[a].isTerminal && !read.nodes[b].isTerminal).length;
  const harm = { ...beside, missing: Math.floor(links * part) };

  const { recognised: before, network: clean } = await taken(strange(read, draw, { missing: 0 }));
  expect(before, "recognised without a fault").not.toBeNull();
  expect(before!.irregular.map(({ said }) => said)).toEqual([]);
  expectExplained(clean!, before!);

  const { recognised: found, network, document } = await taken(strange(read, draw + 1, harm));
  expect(found, "recognised with faults").not.toBeNull();
  const { irregular, whole } = found!;
  const { doubled = 0, slow = 0, terminals = 0 } = harm;
  expectExplained(network!, found!);
  const ofLinks = irregular.filter(({ kind }) => kind !== "slower" && kind !== "other terminals");
  const isSame = isDeepStrictEqual(told(whole), told(before!.whole));
  // A ring without one link is a line: another regular network, with fewer differences.
  if (!isLoose && !isSame) expect(countIn(ofLinks)).toBeLessThan(harm.missing + doubled);
  else if (!isLoose) {
    // With parallel links, a missing link and a doubled one between the same switches cancel out.
    const too = channelsOf(irregular, "doubled link", "moved link", "extra link");
    expect(missingIn(irregular) - too).toBe(harm.missing - doubled);
    expect(too).toBeLessThanOrEqual(doubled);
  } else {
    expect(whole.title).toBe(before!.whole.title);
    expect(missingIn(irregular)).toBeLessThanOrEqual(harm.missing);
  }
  if (isSame || isLoose) expect(whole.said).toEqual(saidOf(network!, found!, before!.whole.said));
  expect(channelsOf(irregular, "slower")).toBe(slow);
  expect(countIn(irregular)).toBeLessThanOrEqual(harm.missing + doubled + slow + terminals);
  for (const { said } of irregular) expect(said).toMatch(/^([A-Z]|\d).*\.$/);

  // The coordinates are correct, so the family's own routing works; with missing links only in trees.
  const axes = axesIn(network!);
  expect(harm.missing > 0 ? ["whole", "partial"] : ["whole"]).toContain(axes);
  if (!hangsTogether(network!)) return;
  expect(document.routing.kind).toMatch(
    axes === "whole" || whole.axes[0].kind === "level" ? routingOf(whole) : /^(shortest-path|up-down)$/,
  );
  compile(document);
}

/** Minimum and maximum number of switches, and maximum number of terminals, so that a case takes less than a second. */
const [fewest, most, mostTerminals] = isThorough ? [32, 1000, 4000] : [32, 300, 1000];

/** Any network of a registered kind. */
const ofShelf = (kind: string, values: fc.Arbitrary<Readonly<Record<string, unknown>>>): fc.Arbitrary<Case> =>
  values
    .filter((chosen) => {
      const facts: Facts | undefined = factsOf({ kind, values: chosen });
      return facts !== undefined && facts.switches >= fewest && facts.switches <= most && facts.terminals <= mostTerminals;
    })
    .map((chosen) => ({
      title: `${kind} ${JSON.stringify(chosen)}`,
      build: () => build({ kind, values: chosen }),
      isLoose: kind === "dragonfly" && Number(chosen["g"]) !== Number(chosen["a"]) * Number(chosen["h"]) + 1,
    }));

const some = (min: number, max: number) => fc.integer({ min, max });
const perSwitch = some(1, 4);

/** Sizes of one to six dimensions whose product is within the limits of switches. */
const sizes = (least: number, longest: number) =>
  some(1, 6).chain((n) => {
    const each = Math.min(longest, Math.ceil(1.6 * most ** (1 / n)));
    return fc.array(some(least, Math.max(least, each)), { minLength: n, maxLength: n }).filter((all) => {
      const switches = all.reduce((product, size) => product * size, 1);
      return switches >= fewest && switches <= most;
    });
  });

/** Leaf–spine networks with several links to each spine. */
const leafSpine: fc.Arbitrary<Case> = fc
  .record({ leaves: some(8, 120), spines: some(1, 30), times: some(1, 4), hosts: some(1, 30) })
  .filter(({ leaves, spines }) => leaves + spines >= fewest)
  .map(({ leaves, spines, times, hosts }) => ({
    title: `${leaves} leaves of ${hosts}, ${spines} spines, ${times} links`,
    build: () => {
      const terminals = leaves * hosts;
      const net = new NetworkBuilder(terminals, leaves + spines, terminals + leaves * spines * times, []);
      for (let t = 0; t < terminals; t++) net.connect(t, terminals + Math.floor(t / hosts), net.linkClass("terminal"));
      for (let link = 0; link < leaves * spines * times; link++) {
        net.connect(terminals + (link % leaves), terminals + leaves + (Math.floor(link / leaves) % spines), net.linkClass("link"));
      }
      return net.finish();
    },
  }));

const tree = { k: some(2, 16), n: some(2, 7) };
const families: Readonly<Record<string, fc.Arbitrary<Case>>> = {
  "fat trees": ofShelf("k-ary-n-tree", fc.record(tree)),
  "thin trees": ofShelf("thin-tree", fc.record({ ...tree, kUp: some(1, 12) })),
  "slender trees": ofShelf("slender-tree", fc.record({ ...tree, kUp: some(1, 8) })),
  "leaf and spine": leafSpine,
  "Clos networks": ofShelf(
    "clos",
    fc
      .record({ half: some(2, 16), levels: some(2, 3), oversubscription: fc.oneof(some(1, 8), fc.double({ min: 1, max: 4, noNaN: true })) })
      .map(({ half, ...rest }) => ({ ports: 2 * half, ...rest, planes: 1 })),
  ),
  // A switch with one child or one parent is at the end of a chain, which any tree may have.
  "generalised fat trees": ofShelf(
    "xgft",
    fc
      .array(fc.record({ children: some(2, 12), parents: some(1, 6), parallel: some(1, 3) }), { minLength: 2, maxLength: 4 })
      .map((levels) => ({
        children: levels.map(({ children }) => children),
        parents: levels.map(({ parents }, level) => (level === 0 ? 1 : parents)),
        parallel: levels.map(({ parallel }, level) => (level === 0 ? 1 : parallel)),
      })),
  ),
  // If a switch has as many global links as others, its group cannot be distinguished from the groups to which it leads.
  dragonflies: ofShelf(
    "dragonfly",
    fc.record({ p: perSwitch, a: some(3, 16), h: some(1, 8), g: some(2, 80) }).filter(({ a, h }) => h < a),
  ),
  "dragonflies with a link between every two groups": ofShelf(
    "dragonfly",
    fc
      .record({ p: perSwitch, a: some(3, 12), h: some(1, 6) })
      .filter(({ a, h }) => h < a)
      .map((one) => ({ ...one, g: one.a * one.h + 1 })),
  ),
  tori: ofShelf(
    "torus",
    sizes(2, 1000).chain((all) =>
      fc.record({ sizes: fc.constant(all), wrap: fc.constant([]), terminalsPerSwitch: perSwitch, terminalLinks: fc.constant(1) }),
    ),
  ),
  "tori with open dimensions": ofShelf(
    "torus",
    sizes(2, 1000).chain((all) =>
      fc.record({
        sizes: fc.constant(all),
        wrap: fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
        terminalsPerSwitch: perSwitch,
        terminalLinks: fc.constant(1),
      }),
    ),
  ),
  meshes: ofShelf("mesh", fc.record({ sizes: sizes(2, 1000), terminalsPerSwitch: perSwitch, terminalLinks: fc.constant(1) })),
  hypercubes: ofShelf("hypercube", fc.record({ n: some(5, 9), terminalsPerSwitch: perSwitch })),
  HyperX: ofShelf("hyperx", fc.record({ sizes: sizes(2, 40), terminalsPerSwitch: perSwitch })),
  "full graphs": ofShelf("hyperx", fc.record({ sizes: some(32, 80).map((size) => [size]), terminalsPerSwitch: perSwitch })),
};

/** Kinds of networks that no family recognizes. */
const unknown: readonly string[] = ["megafly", "slim-fly", "polarfly", "jellyfish"];

const draws = { draw: some(0, 1_000_000), part: fc.double({ min: 0, max: 0.05, noNaN: true }) };

describe("the law", () => {
  for (const [title, any] of Object.entries(families)) {
    it(title, async () => {
      await fc.assert(
        fc.asyncProperty(any, fc.record(draws), (one, { draw, part }) => holds(one, draw, part)),
        { numRuns: cases(5) },
      );
    });
  }

  const harm = fc.record({
    ...draws,
    part: fc.double({ min: 0, max: 0.03, noNaN: true }),
    doubled: some(0, 2),
    slow: some(0, 3),
    terminals: some(0, 2),
  });
  it("with links doubled and slow, and terminals away, beside", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(...Object.values(families)), harm, (one, { draw, part, ...beside }) => holds(one, draw, part, beside)),
      { numRuns: cases(20) },
    );
  });

  const large = topologies.kinds
    .filter(({ id }) => id !== "drawn" && id !== "faulty")
    .flatMap((kind) => examplesOf(kind))
    .filter((chosen) => {
      const facts = factsOf(chosen);
      return facts !== undefined && facts.switches >= fewest && facts.terminals <= mostTerminals && !facts.forwards;
    });
  const isLookedFor = ({ kind }: { readonly kind: string }) => !unknown.includes(kind);
  it.each(large.filter(isLookedFor).map(({ kind, values }) => [`${kind} ${JSON.stringify(values)}`, { kind, values }] as const))(
    "%s",
    async (title, chosen) => {
      for (const [draw, part] of first(1, [0.05, 0, 0.02]).entries()) await holds({ title, build: () => build(chosen) }, draw, part);
    },
  );
  const others = large.filter((chosen) => !isLookedFor(chosen));
  // By default one network of each kind: the smallest, because others take longer.
  const smallest = unknown.map((id) => {
    const own = others.filter(({ kind }) => kind === id);
    return own.reduce((least, each) => (factsOf(each)!.switches < factsOf(least)!.switches ? each : least));
  });
  it.each((isThorough ? others : smallest).map(({ kind, values }) => [`${kind} ${JSON.stringify(values)}`, { kind, values }] as const))(
    "%s is taken for no other family",
    async (_, chosen) => {
      const { recognised } = await taken(strange(readNetworkOf(build(chosen)), 0, { missing: 0 }));
      expect(recognised).toBeNull();
    },
  );
});
