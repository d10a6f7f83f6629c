import type { ValidationIssue } from "../../base/errors.ts";
import { integer, list, record, type ValuesOf } from "../../base/params.ts";
import { memoizeRecent } from "../../base/lru.ts";
import { memoize } from "../../base/memoize.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import { groupSwitches, linkParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { pairDistances } from "../../network/distances.ts";
import { distancesFrom, type Adjacency } from "../../network/search.ts";
import { defineTopology } from "../contract.ts";

const maxSwitches = 4096;
const maxLinks = 10_000;
const switchNumber = (title: string, help: string) => integer({ title, help, min: 0, max: maxSwitches - 1, default: 0 });

/** The Petersen graph: a pentagon, a pentagram, and a link from each corner of one to a corner of the other. */
const petersen = [
  ...[0, 1, 2, 3, 4].map((i) => ({ a: i, b: (i + 1) % 5 })),
  ...[0, 1, 2, 3, 4].map((i) => ({ a: i, b: i + 5 })),
  ...[0, 1, 2, 3, 4].map((i) => ({ a: i + 5, b: ((i + 2) % 5) + 5 })),
];

const params = {
  switches: integer({
    title: "Switches",
    word: "# switches|# switch",
    help: "Switches, numbered from 0.",
    min: 1,
    max: maxSwitches,
    default: 10,
  }),
  links: list(
    record(
      { a: switchNumber("One end", "Switch at one end."), b: switchNumber("Other end", "Switch at the other end.") },
      { title: "Link", help: "A link between two switches, one channel each way." },
    ),
    {
      title: "Links",
      help: "Links between switches; several links between the same two switches are parallel. The ports of a switch are in the order of this list.",
      minLength: 0,
      maxLength: maxLinks,
      separator: ", ",
      default: petersen,
    },
  ),
  terminalsPerSwitch: integer({
    title: "Terminals per switch",
    word: "# terminals per switch|# terminal per switch",
    help: "Terminals attached to each switch, unless every terminal is placed individually.",
    min: 1,
    max: 256,
    default: 1,
  }),
  terminals: list(switchNumber("Switch", "Switch that a terminal is attached to."), {
    title: "Terminals",
    help: "The switch of each terminal, from terminal 0 on. Empty: the same number of terminals on every switch.",
    minLength: 0,
    maxLength: maxLinks,
    separator: ", ",
    default: [],
  }),
};
type Values = ValuesOf<typeof params>;

export const graphNetwork = defineTopology({
  id: "graph",
  title: "graph",
  article: "a",
  group: "Any network",
  summary:
    "Any network, given by its switches, the links between them and the switches of the terminals. The default is the Petersen graph.",
  // Replaced by drawn networks.
  isRetired: true,
  source: "Petersen (L’Intermédiaire des mathématiciens 5, 1898); Bondy, Murty (1976), §1",
  params,
  phrase: "{title} of {switches}",
  examples: [
    {},
    { switches: 1, links: [], terminalsPerSwitch: 3 },
    {
      switches: 3,
      links: [
        { a: 0, b: 1 },
        { a: 1, b: 0 },
        { a: 2, b: 1 },
      ],
      terminals: [2, 0, 0, 2],
    },
    {
      switches: 5,
      links: [
        { a: 0, b: 1 },
        { a: 1, b: 2 },
        { a: 2, b: 3 },
        { a: 3, b: 4 },
        { a: 4, b: 1 },
      ],
      terminalsPerSwitch: 2,
    },
  ],
  /**
   * Checks a graph given as a list of links: all switch numbers must exist, no link may join a switch with itself, and all switches must be
   * connected.
   */
  check(values) {
    const { switches, links, terminals } = values;
    const issues: ValidationIssue[] = [];
    // Texts are made only for reported issues, because a sweep checks thousands of graphs.
    const addIssue = (issue: () => ValidationIssue) => {
      if (issues.length < maxReportedIssues) issues.push(issue());
    };
    const reportUnknownSwitch = (s: number, path: () => string) =>
      addIssue(() => ({
        path: path(),
        message: `there is no switch ${s}; the ${switches} switches are numbered from 0 to ${switches - 1}.`,
        remedy: `Use ${switches - 1} or less, or more switches.`,
        nearest: switches - 1,
      }));
    links.forEach(({ a, b }, i) => {
      if (a >= switches) reportUnknownSwitch(a, () => `links.${i}.a`);
      if (b >= switches) reportUnknownSwitch(b, () => `links.${i}.b`);
      if (a === b)
        addIssue(() => ({
          path: `links.${i}`,
          message: `connects switch ${a} with itself.`,
          remedy: "Name two different switches, or leave the link out.",
        }));
    });
    terminals.forEach((s, i) => {
      if (s >= switches) reportUnknownSwitch(s, () => `terminals.${i}`);
    });
    if (issues.length > 0) return issues;
    const unreachable = distancesFrom(adjacencyOf(values), 0).indexOf(-1);
    if (unreachable < 0) return [];
    return [
      {
        path: "links",
        message: `there is no path from switch 0 to switch ${unreachable}.`,
        remedy: "Add a link that connects them, or use fewer switches.",
      },
    ];
  },
  /** Facts of a graph given as a list of links. Distances and port counts are computed when they are read for the first time. */
  expectedFacts(values) {
    const { switches, links } = values;
    const terminals = terminalsOf(values);
    return {
      terminals,
      switches,
      links: links.length + terminals,
      parts: {
        get switches() {
          return switchParts(values);
        },
        links: linkParts([terminalLinkPart(terminals), { name: "link", isTerminal: false, count: links.length }]),
        terminals,
      },
      get diameter() {
        return distances(values).diameter;
      },
      get meanDistance() {
        return distances(values).meanDistance;
      },
      axes: [],
      regular: true,
      forwards: false,
    };
  },
  nodeByNumber(values, number, isTerminal) {
    const terminals = terminalsOf(values);
    if (isTerminal) return number < terminals ? number : null;
    return number < values.switches ? terminals + number : null;
  },
  build(values) {
    const { switches, links, terminalsPerSwitch, terminals: switchOfTerminal } = values;
    const terminals = terminalsOf(values);
    const net = new NetworkBuilder(terminals, switches, terminals + links.length, []);
    const terminalLink = net.linkClass("terminal");
    for (let t = 0; t < terminals; t++) {
      const s = switchOfTerminal[t] ?? Math.floor(t / terminalsPerSwitch);
      net.connect(t, terminals + s, terminalLink);
    }
    const link = links.length > 0 ? net.linkClass("link") : 0;
    for (const { a, b } of links) net.connect(terminals + a, terminals + b, link);
    portsOf(values).forEach((count, s) => net.setPorts(s, count));
    return net.finish();
  },
});

/** Maximum number of reported issues. */
const maxReportedIssues = 20;
/** Limit of edge visits in the search for distances, which runs at every keystroke. */
const maxVisits = 1e6;

const terminalsOf = ({ switches, terminalsPerSwitch, terminals }: Values) =>
  terminals.length > 0 ? terminals.length : switches * terminalsPerSwitch;

/** [S] Ports of each switch, one per link and terminal. */
function portsOf({ switches, links, terminalsPerSwitch, terminals: switchOfTerminal }: Values): Int32Array {
  const ports = new Int32Array(switches).fill(switchOfTerminal.length > 0 ? 0 : terminalsPerSwitch);
  for (const s of switchOfTerminal) ports[s]++;
  for (const { a, b } of links) {
    ports[a]++;
    ports[b]++;
  }
  return ports;
}

/** Numbers of ports of the switches. They are computed on demand, because that visits every switch. Prices need them; no check does. */
const switchParts = memoizeRecent((values: Values) => {
  const ports = portsOf(values);
  return groupSwitches(Array.from(ports.keys()), (s) => ({ level: -1, ports: ports[s] }));
});

/** The graph of the switches. */
function adjacencyOf({ switches, links }: Values): Adjacency {
  const firstOut = new Int32Array(switches + 1);
  for (const { a, b } of links) {
    firstOut[a + 1]++;
    firstOut[b + 1]++;
  }
  for (let s = 0; s < switches; s++) firstOut[s + 1] += firstOut[s];
  const next = firstOut.slice();
  const head = new Int32Array(2 * links.length);
  for (const { a, b } of links) {
    head[next[a]++] = b;
    head[next[b]++] = a;
  }
  return { firstOut, head };
}

/** Diameter and mean distance by search; null for very large graphs. */
const distances = memoize((values: Values): { readonly diameter: number | null; readonly meanDistance: number | null } => {
  const { switches, terminalsPerSwitch, terminals: switchOfTerminal } = values;
  const weight = new Int32Array(switches).fill(switchOfTerminal.length > 0 ? 0 : terminalsPerSwitch);
  for (const s of switchOfTerminal) weight[s]++;
  const weightedGraph = { ...adjacencyOf(values), weight, accessHops: new Uint8Array(switches).fill(1), noTransitBelow: 0 };
  const { diameter, mean, isComplete } = pairDistances(weightedGraph, maxVisits);
  return isComplete ? { diameter, meanDistance: mean } : { diameter: null, meanDistance: null };
});
