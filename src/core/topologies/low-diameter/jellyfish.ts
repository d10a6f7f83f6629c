import { integer, type ValuesOf } from "../../base/params.ts";
import { NetworkBuilder } from "../../network/builder.ts";
import { linkParts, mergeSwitchParts, terminalLinkPart } from "../../network/bill-of-materials.ts";
import { randomGraph } from "../../network/random-graph.ts";
import { circularOrder } from "../../network/circular-order.ts";
import { defineTopology } from "../contract.ts";

const params = {
  switches: integer({
    title: "Switches",
    word: "# switches|# switch",
    help: "Number of switches, which are connected at random.",
    min: 4,
    max: 65_536,
    default: 20,
  }),
  ports: integer({
    title: "Ports",
    word: "# ports|# port",
    help: "Ports of a switch, for links to other switches and for terminals.",
    min: 4,
    max: 1024,
    default: 6,
  }),
  degree: integer({
    title: "Degree",
    symbol: "r",
    zero: "links at all other ports",
    help: "Links from a switch to other switches, 3 or more. 0: a link at every port without a terminal.",
    min: 0,
    max: 1023,
    default: 4,
  }),
  terminals: integer({
    title: "Terminals",
    word: "# terminals|# terminal",
    zero: "terminals at all other ports",
    help: "Number of terminals, distributed evenly over the switches. 0: a terminal at every port without a link.",
    min: 0,
    max: 65_536,
    default: 0,
  }),
  seed: integer({ title: "Seed", help: "Seed of the random links.", min: 0, max: 4_294_967_295, default: 1 }),
};
type Values = ValuesOf<typeof params>;

/** Port counts of switches on the market. */
const commonPortCounts = [8, 12, 16, 24, 32, 36, 40, 48, 64, 72, 96, 128, 144, 192, 256, 384, 512] as const;

/**
 * Switches are numbered around a circle with neighbors close to each other, so that drawings show more than a tangle. Ports of a switch:
 * its terminals, whose number differs by at most one between switches, and then its links, in the order of their switches. If the number of
 * link ends is odd, one switch has one link less.
 */
export const jellyfish = defineTopology({
  id: "jellyfish",
  title: "Jellyfish",
  article: "a",
  group: "Low diameter",
  summary:
    "Switches connected at random, each with the same number of links. Any number of switches is possible, and most paths are short.",
  source: "Singla, Hong, Popa, Godfrey (NSDI 2012), §3",
  params,
  phrase: "{title} of {switches} with {ports}, {degree} and {terminals}",
  examples: [
    {},
    { switches: 4, ports: 4, degree: 3 },
    { switches: 9, ports: 5, degree: 3, terminals: 14, seed: 7 },
    { switches: 8, ports: 8, degree: 6, terminals: 5 },
    { switches: 9, ports: 6, degree: 0, terminals: 13 },
    { switches: 245, ports: 14, degree: 0, terminals: 686 },
  ],
  /**
   * Checks whether the ports of the switches suffice for the links between switches (`degree` of each, 0 for all free ports) and the
   * terminals. The first problem is reported, with the nearest value that fits.
   */
  check(values) {
    const { switches, ports, degree, terminals } = values;
    const max = Math.min(ports - 1, switches - 1);
    const issue = (path: string, message: string, nearest: number, remedy = `Use ${nearest}.`) => [{ path, message, remedy, nearest }];
    if (degree > max) {
      const reason = degree >= switches ? `there are only ${switches - 1} other switches` : `of ${ports} ports, none is left for terminals`;
      // The largest degree that leaves enough ports for the terminals, if that is at least 3.
      const degreeWithTerminals = Math.min(max, ports - Math.ceil(terminals / switches));
      return issue("degree", `${degree} links from a switch are too many: ${reason}.`, degreeWithTerminals < 3 ? max : degreeWithTerminals);
    }
    if (degree > 0 && degree < 3)
      return issue("degree", `with ${degree} links from each switch, a random network is usually disconnected.`, 3);
    const terminalPorts = switches * (ports - (degree > 0 ? degree : 3));
    if (terminals > terminalPorts) {
      const portsPerSwitch = terminalPorts / switches;
      return issue(
        "terminals",
        `${terminals} terminals are too many: ${switches} switches have ${portsPerSwitch} ports each for them, ${terminalPorts} in all.`,
        terminalPorts,
        `Use ${terminalPorts}, or more ports.`,
      );
    }
    if (degree > 0) return [];
    if (terminals === 0) return issue("degree", "the number of ports for links, or of terminals, must be given.", max);
    // A switch has at most one link to each other switch; all further ports need terminals.
    const minTerminals = ports - switches + 1;
    if (Math.floor(terminals / switches) >= minTerminals) return [];
    return issue(
      "ports",
      `${ports} ports are more than ${switches} switches can use for links to each other.`,
      ports - minTerminals + Math.floor(terminals / switches),
    );
  },
  // With links to all other switches, the network would not be random but a HyperX of one row.
  *designsOfSize({ terminals, ports: max }) {
    for (const ports of commonPortCounts) {
      if (ports > max) break;
      for (const terminalsPerSwitch of new Set([8, 6, 4, 3, 2, 1.5].map((part) => Math.floor(ports / part)))) {
        const [switches, degree] = [Math.ceil(terminals / terminalsPerSwitch), ports - terminalsPerSwitch];
        if (degree >= 3 && switches >= degree + 2) yield { switches, ports, degree, terminals, seed: 1 };
      }
    }
  },
  /**
   * Counts of a random network in closed form; its distances are unknown before it is built. Switches have one of two numbers of terminals,
   * so there are two groups of them. If the number of link ends is odd, switch `odd` has one link less; otherwise `odd` is −1.
   */
  expectedFacts(values) {
    const { switches, ports } = values;
    const terminals = terminalsOf(values);
    const degrees = degreesOf(values);
    const { few: groupWithFewer, more: groupWithMore, odd } = degrees;
    const switchLinks = degrees.sum / 2;
    const switchPart = ([terminalsPerSwitch, links]: readonly [terminals: number, links: number], count: number) => {
      const spare = ports - terminalsPerSwitch - links;
      return { level: -1, ports, ...(spare > 0 ? { spare } : {}), count };
    };
    // The switch with one link less is counted separately.
    const oddGroup = odd < groupWithFewer.count ? groupWithFewer : groupWithMore;
    const switchParts = [groupWithFewer, groupWithMore].map((group) =>
      switchPart([group.terminals, group.degree], group.count - (odd >= 0 && group === oddGroup ? 1 : 0)),
    );
    if (odd >= 0) switchParts.push(switchPart([oddGroup.terminals, oddGroup.degree - 1], 1));
    return {
      terminals,
      switches,
      links: terminals + switchLinks,
      parts: {
        switches: mergeSwitchParts(switchParts.filter(({ count }) => count > 0)),
        links: linkParts([terminalLinkPart(terminals), { name: "link", isTerminal: false, count: switchLinks }]),
        terminals,
      },
      diameter: null,
      meanDistance: null,
      cuts: [
        {
          terminals: groupWithFewer.terminals,
          channels: Math.max(groupWithFewer.degree, groupWithMore.degree),
          channelsToOtherPart: 1,
          hasConsecutiveTerminals: true,
        },
      ],
      axes: [],
      regular: true,
      forwards: false,
    };
  },
  /**
   * Builds a random network: a random graph with the given degrees, whose switches are then numbered around a circle with neighbors close
   * to each other.
   */
  build(values) {
    const { switches, ports, seed } = values;
    const terminals = terminalsOf(values);
    const { few: groupWithFewer, more: groupWithMore, odd, sum } = degreesOf(values);
    // In the random graph, the switches with more terminals come last. Then the circular order renumbers them: switch s of the network is
    // vertex order[s] of the graph.
    const groupOf = (vertex: number) => (vertex < groupWithFewer.count ? groupWithFewer : groupWithMore);
    const graph = randomGraph(
      Int32Array.from({ length: switches }, (_, vertex) => groupOf(vertex).degree - (vertex === odd ? 1 : 0)),
      seed,
    );
    const order = circularOrder(graph);
    const switchOfVertex = new Int32Array(switches);
    for (let switchIndex = 0; switchIndex < switches; switchIndex++) switchOfVertex[order[switchIndex]] = switchIndex;

    const net = new NetworkBuilder(terminals, switches, terminals + sum / 2, []);
    const terminalLink = net.linkClass("terminal");
    for (let switchIndex = 0, terminal = 0; switchIndex < switches; switchIndex++) {
      net.setPorts(switchIndex, ports);
      for (const endOfTerminals = terminal + groupOf(order[switchIndex]).terminals; terminal < endOfTerminals; terminal++)
        net.connect(terminal, terminals + switchIndex, terminalLink);
    }
    const link = net.linkClass("link");
    for (let switchIndex = 0; switchIndex < switches; switchIndex++) {
      const vertex = order[switchIndex];
      const neighbors = graph.head.slice(graph.firstOut[vertex], graph.firstOut[vertex + 1]);
      for (let i = 0; i < neighbors.length; i++) neighbors[i] = switchOfVertex[neighbors[i]];
      for (const neighbor of neighbors.sort()) if (neighbor > switchIndex) net.connect(terminals + switchIndex, terminals + neighbor, link);
    }
    return net.finish();
  },
});

const terminalsOf = ({ switches, ports, degree, terminals }: Values) => (terminals > 0 ? terminals : switches * (ports - degree));

/**
 * Switches with fewer and with more terminals (one more), and their degrees. If the number of link ends is odd, switch `odd` has one link
 * less; otherwise `odd` is −1. It is the last switch, unless all other switches are linked to each other and cannot leave out two links to
 * it.
 */
function degreesOf(values: Values) {
  const { switches, ports, degree } = values;
  const fewerTerminals = Math.floor(terminalsOf(values) / switches);
  const switchesWithMore = terminalsOf(values) % switches;
  const switchGroup = (terminals: number, count: number) => ({ terminals, degree: degree > 0 ? degree : ports - terminals, count });
  const [groupWithFewer, groupWithMore] = [
    switchGroup(fewerTerminals, switches - switchesWithMore),
    switchGroup(fewerTerminals + 1, switchesWithMore),
  ];
  const sum = groupWithFewer.count * groupWithFewer.degree + groupWithMore.count * groupWithMore.degree;
  const last = groupWithFewer.degree === switches - 1 && groupWithMore.count === 1 ? groupWithFewer.count - 1 : switches - 1;
  return { few: groupWithFewer, more: groupWithMore, odd: sum % 2 === 1 ? last : -1, sum: sum - (sum % 2) };
}
