import { withoutUndefined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { type ChosenKind, integer, kindChoice, list } from "../../base/params.ts";
import { memoizeRecent } from "../../base/lru.ts";
import { memoize } from "../../base/memoize.ts";
import { componentsOf } from "../../network/components.ts";
import { withFaults } from "../../network/faults.ts";
import { hostInternalsOf } from "../../network/host-internals.ts";
import { nameOfLink, nameOfNode, type Network } from "../../network/network.ts";
import { type TopologyFacts, faultyTopologyId, networkLimits, defineTopology } from "../contract.ts";
import { baseTopologies } from "../base-topologies.ts";

const maxLinks = 10_000;
const maxSwitches = 1000;

const params = {
  of: kindChoice(baseTopologies, { title: "Network", help: "The network in which links and switches fail.", default: "mesh" }),
  links: integer({
    title: "Random failed links",
    word: "# links|# link",
    zero: "no links",
    help: "Number of links that fail at random, with both channels of each. A larger number adds further failures to the same ones. Only links between switches fail, and links of terminals that have several.",
    min: 0,
    max: maxLinks,
    default: 4,
  }),
  switches: integer({
    title: "Random failed switches",
    word: "# switches|# switch",
    zero: "no switches",
    help: "Number of switches that fail at random, with all their links. Their terminals remain, but are disconnected.",
    min: 0,
    max: maxSwitches,
    default: 0,
  }),
  deadLinks: list(
    integer({
      title: "Failed link",
      help: "Number of a channel, as in the network without faults; its link fails.",
      min: 0,
      max: 2 * networkLimits.links - 1,
      default: 0,
    }),
    {
      title: "Failed links",
      help: "Further links that fail, each given by the number of one of its channels in the network without faults.",
      minLength: 0,
      maxLength: maxLinks,
      separator: ", ",
      default: [],
      names: ({ of, deadLinks }) => namesOfNumbers(of as ChosenKind, deadLinks as readonly number[], nameOfLink, ({ head }) => head.length),
    },
  ),
  deadSwitches: list(
    integer({ title: "Failed switch", help: "Number of a switch, from 0.", min: 0, max: networkLimits.links, default: 0 }),
    {
      title: "Failed switches",
      help: "Further switches that fail, given by number.",
      minLength: 0,
      maxLength: maxSwitches,
      separator: ", ",
      default: [],
      names: ({ of, deadSwitches }) => {
        const name = (network: Network, s: number) => nameOfNode(network, network.terminals + s);
        return namesOfNumbers(of as ChosenKind, deadSwitches as readonly number[], name, ({ switches }) => switches);
      },
    },
  ),
  seed: integer({ title: "Seed", help: "Seed of the random choice of failed links and switches.", min: 0, max: 4_294_967_295, default: 1 }),
};

export const networkWithFaults = defineTopology({
  id: faultyTopologyId,
  title: "network with faults",
  article: "a",
  group: "Any network",
  summary: "Another network in which links or switches have failed, chosen by number or at random. It may become disconnected.",
  source: "Duato, Yalamanchili, Ni (2003), §6",
  params,
  phrase: "{title}: {of}, {links} and {switches} failed at random",
  examples: [
    { of: { kind: "mesh", sizes: [4, 4] }, links: 3 },
    { of: { kind: "torus", sizes: [4, 4] }, links: 0, switches: 2 },
    { of: { kind: "k-ary-n-tree", k: 2, n: 3 }, links: 2, switches: 1, deadSwitches: [3], deadLinks: [9, 20], seed: 7 },
    { of: { kind: "three-quads", m: 3 }, links: 5, deadSwitches: [0] },
    { of: { kind: "modular-switch", modules: 3, ports: 2, uplinks: 2, ingress: 1 }, deadLinks: [0], links: 1 },
    { of: { kind: "dragonfly" }, links: 20 },
    { of: { kind: "graph" }, links: 0 },
  ],
  /**
   * Checks the parameters of a network with faults: those of the network without faults (`of`), how many links and switches fail at random,
   * and the indices of the links and switches that fail explicitly.
   */
  check({ of, links, switches, deadLinks, deadSwitches }) {
    const issues: ValidationIssue[] = checkFaultless(of).map((each) => ({ ...each, path: each.path === "" ? "of" : `of.${each.path}` }));
    if (issues.length > 0) return issues;
    const facts = faultlessFacts(of);
    const checkAtMost = (path: string, count: number, max: number, noun: string) => {
      if (count <= max) return;
      issues.push({ path, message: `${count} ${noun} cannot fail; there are only ${max}.`, remedy: `Use ${max}.`, nearest: max });
    };
    const checkNumbers = (path: string, numbers: readonly number[], count: number, noun: string) => {
      const i = numbers.findIndex((number) => number >= count);
      if (i < 0) return;
      issues.push({
        path: `${path}.${i}`,
        message: `there is no ${noun} ${numbers[i]}; the ${count} of this ${baseTopologies.get(of.kind).title} are numbered from 0.`,
        remedy: count > 0 ? `Use ${count - 1}, or leave it out.` : "Leave it out.",
        ...(count > 0 ? { nearest: count - 1 } : {}),
      });
    };
    checkAtMost("links", links, linksThatMayFail(facts), "links");
    checkAtMost("switches", switches, facts.switches, "switches");
    checkNumbers("deadLinks", deadLinks, 2 * facts.links, "channel");
    checkNumbers("deadSwitches", deadSwitches, facts.switches, "switch");
    return issues;
  },
  /**
   * Facts of a network with faults, from the facts of the network without faults (`of`). If only links fail, their number follows directly;
   * otherwise links, components and parts inside hosts are counted when they are read for the first time.
   */
  expectedFacts(values) {
    const { of, links, switches, deadLinks, deadSwitches } = values;
    const facts = faultlessFacts(of);
    const hasExplicitOrSwitchFaults = switches + deadLinks.length + deadSwitches.length > 0;
    if (links === 0 && !hasExplicitOrSwitchFaults) return facts;
    const { terminals, parts, axes, forwards, isMedium, links: linksBeforeFaults } = facts;
    // A network whose counts in closed form exceed the limits is never built.
    const isBuilt = terminals <= networkLimits.terminals && linksBeforeFaults <= networkLimits.links;
    const factsWithFaults = {
      terminals,
      switches: facts.switches,
      parts,
      diameter: null,
      meanDistance: null,
      axes,
      regular: false,
      forwards,
      ...withoutUndefined({ isMedium }),
    };
    const result: TopologyFacts = !hasExplicitOrSwitchFaults
      ? { ...factsWithFaults, links: linksBeforeFaults - links }
      : {
          ...factsWithFaults,
          linksBeforeFaults,
          get links() {
            return isBuilt ? survivingParts(values).links : linksBeforeFaults;
          },
        };
    // Getters are defined last, because spreading an object would call them and build the network.
    Object.defineProperty(result, "components", {
      get: () => (isBuilt ? survivingParts(values).components : undefined),
      enumerable: false,
    });
    if (facts.inside === undefined) return result;
    return Object.defineProperty(result, "inside", {
      get: () => (isBuilt ? (survivingParts(values).inside ?? undefined) : facts.inside),
      enumerable: true,
    });
  },
  build,
  look: ({ of }) => baseTopologies.get(of.kind).look?.(of.values) ?? null,
});

/** Memoized, because the network without its faults is the same at every point of a sweep over the faults. */
const checkFaultless = memoize(({ kind, values }: ChosenKind) => baseTopologies.get(kind).check(values));
const faultlessFacts = memoize(({ kind, values }: ChosenKind): TopologyFacts => baseTopologies.get(kind).expectedFacts(values));

/** The network without its faults, to name failed parts; null if it is invalid or too large to be simulated. */
const faultlessNetwork = memoizeRecent((of: ChosenKind): Network | null => {
  const isValid = checkFaultless(of).length === 0;
  const { terminals, links } = isValid ? faultlessFacts(of) : { terminals: Infinity, links: Infinity };
  return terminals <= networkLimits.terminals && links <= networkLimits.links ? baseTopologies.get(of.kind).build(of.values) : null;
});

/**
 * Names of links or switches that are given by their indices in the network without faults. An index that this network does not have is
 * returned as a number.
 */
function namesOfNumbers(
  of: ChosenKind,
  numbers: readonly number[],
  name: (network: Network, number: number) => string,
  count: (network: Network) => number,
): readonly string[] | null {
  const network = faultlessNetwork(of);
  return network && numbers.map((number) => (number < count(network) ? name(network, number) : String(number)));
}

interface Values {
  readonly of: ChosenKind;
  readonly links: number;
  readonly switches: number;
  readonly deadLinks: readonly number[];
  readonly deadSwitches: readonly number[];
  readonly seed: number;
}

function build({ of, deadLinks, ...faults }: Values): Network {
  return withFaults(baseTopologies.get(of.kind).build(of.values), { ...faults, deadChannels: deadLinks });
}

/** Number of links that random faults may hit: links between switches, or all links if terminals forward packets. */
function linksThatMayFail({ links, parts, forwards }: TopologyFacts): number {
  return forwards ? links : parts.links.reduce((sum, { isTerminal, count }) => (isTerminal ? sum - count : sum), links);
}

/**
 * Surviving links and components. Random and explicit faults may hit the same link, so there is no closed form: the network is built and
 * counted.
 */
const survivingParts = memoizeRecent((values: Values) => {
  const network = build(values);
  return { links: network.head.length / 2, inside: hostInternalsOf(network), components: componentsOf(network) };
});
