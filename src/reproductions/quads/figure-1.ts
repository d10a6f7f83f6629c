/** Three Quads, Figure 1: the structure of the network, the topologies it embeds, and its fault tolerance. */
import { embeddingsOf } from "../../core/analysis/embedding.ts";
import { terminalReachOf } from "../../core/analysis/reach.ts";
import { topologyFacts, readScenario } from "../../core/scenario/scenario.ts";
import type { Published, ScenarioDocument } from "../contract.ts";
import { printed, paraphrased } from "../numbers.ts";
import { rowsOfOneSeries, exactNumber } from "../rows.ts";
import { exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import { threeQuadsNetworkDocument as machine, threeQuadsNetwork as network, shareSwitch, threeQuadsTopology } from "./network.ts";

/**
 * Offsets from a node to its neighbors in three dimensions, itself included: each coordinate differs by at most one, and at most
 * `maxDifferent` coordinates differ.
 */
const neighborOffsets = (maxDifferent: number) =>
  [-1, 0, 1]
    .flatMap((dz) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dz, dy, dx])))
    .filter((offset) => offset.filter((each) => each !== 0).length <= maxDifferent);

/** The number of neighbors in a 4 × 4 × 4 torus, itself included, that a node reaches through one switch: the minimum over all nodes. */
function neighborsInOneHop(maxDifferent: number): number {
  const net = network();
  const counts = Array.from({ length: net.terminals }, (_, node) => {
    const coordinates = [node >> 4, (node >> 2) & 3, node & 3];
    const reached = neighborOffsets(maxDifferent).filter((offset) => {
      const [z, y, x] = coordinates.map((each, i) => (each + offset[i] + 4) % 4);
      return shareSwitch(net, node, (z << 4) | (y << 2) | x);
    });
    return reached.length;
  });
  return Math.min(...counts);
}

/** Number of links of each terminal, or of each switch, depending on the kind of node `first`. NaN if the numbers differ. */
function linksPerNode(first: number): number {
  const { terminals, switches, firstOut } = network();
  const end = first < terminals ? terminals : terminals + switches;
  const counts = new Set(Array.from({ length: end - first }, (_, i) => firstOut[first + i + 1] - firstOut[first + i]));
  return counts.size === 1 ? [...counts][0] : NaN;
}

const nodes = Array.from({ length: 64 }, (_, node) => node);

/** Number of nodes that can relay between two nodes without a common switch: the minimum over all such pairs. */
function fewestRelays(): number {
  const net = network();
  const unconnectedPairs = nodes.flatMap((a) => nodes.filter((b) => !shareSwitch(net, a, b)).map((b) => [a, b] as const));
  return Math.min(...unconnectedPairs.map(([a, b]) => nodes.filter((r) => shareSwitch(net, a, r) && shareSwitch(net, r, b)).length));
}

/** Number of other nodes within two hops if some switches have failed: the minimum over all nodes and all given sets of failed switches. */
function fewestWithinTwoHops(failureSets: readonly (readonly number[])[]): number {
  const net = network();
  const reachable = failureSets.map((dead) => {
    const isWorking = (s: number) => !dead.includes(s);
    const neighborsOf = nodes.map((a) => nodes.filter((b) => shareSwitch(net, a, b, isWorking)));
    return Math.min(...nodes.map((a) => new Set(neighborsOf[a].flatMap((r) => neighborsOf[r])).size - 1));
  });
  return Math.min(...reachable);
}

const switches = Array.from({ length: 12 }, (_, s) => 64 + s);
const switchGroups = [0, 1, 2].map((d) => switches.slice(4 * d, 4 * d + 4));

/** Links of a 4 × 4 × 4 torus whose two nodes share a switch. */
function torusLinksWithinSwitch(): number {
  return (embeddingsOf(network())?.find(({ id }) => id === "torus")?.inOne ?? NaN) / 2;
}

/**
 * A terminal inside the cube. Its card in the workbench shows the distances of all others, and its neighbors in a torus and in stencils.
 */
const terminalCard = { document: machine, picked: { is: "terminal", terminal: 21, of: 0 } } as const;

/**
 * The card of the terminal inside the cube, in a network with failed switches, among them its own X switch 1. The card shows what remains
 * reachable.
 */
const withDeadSwitches = (dead: readonly number[], title: string): Pick<RowSpec, "picked"> & { readonly document: ScenarioDocument } => ({
  ...terminalCard,
  document: {
    ...machine,
    version: 1,
    title: `${machine.title}, ${title}`,
    topology: { kind: "faulty", of: threeQuadsTopology, links: 0, switches: 0, deadSwitches: dead },
  },
});

/** A row with a count of the network. Rows that the workbench cannot show open no document. */
const factRow = (
  label: string,
  published: Published | null,
  formula: string,
  value: () => number,
  options: Partial<Pick<RowSpec, "detail" | "document" | "picked">> & { readonly key?: string } = {},
) => ({ label, ...exactNumber(formula, value, published), ...options });

export const quadsFigure1 = exhibit("quads", "Figure 1", "Section 2.2", {
  title: "Three switches per node, and at most one intermediate node between any two nodes",
  lede: ({ numberOf }) =>
    `The network has ${numberOf("facts nodes")} nodes, each connected to three of ${3 * numberOf("facts switches of a group")} small switches. A node reaches ${numberOf("facts other nodes in one hop")} others through one switch, and all 63 through two; even if a whole group of switches fails, it still reaches ${numberOf("facts nodes in two hops, any subnetwork dead")}.`,
  ...rowsOfOneSeries(
    { ...series("facts", "The network in numbers", "a hop is the crossing of a switch, as in the paper"), isMixed: true },
    [
      factRow("nodes", printed("64"), "terminals of the built network", () => network().terminals, terminalCard),
      factRow(
        "groups of switches",
        paraphrased("three", "there are three groups of switches", 3),
        "switches connected to each node",
        () => linksPerNode(0),
        terminalCard,
      ),
      factRow("switches of a group", printed("4"), "switches / 3", () => network().switches / 3, { detail: "Section 4.1.2" }),
      factRow("ports of a switch", printed("16"), "links of each switch, counted", () => linksPerNode(network().terminals), {
        detail: "Section 4.1.2",
      }),
      factRow(
        "diameter, hops",
        paraphrased("two", "the diameter is two", 2),
        "channels on the longest minimal path / 2: a hop is one channel into a switch and one out of it",
        () => (topologyFacts(readScenario(machine).topology).diameter as number) / 2,
        terminalCard,
      ),
      factRow(
        "nearest neighbours in one hop",
        printed("7"),
        "a node and its neighbours along one axis of a 4 × 4 × 4 torus that share a switch with it",
        () => neighborsInOneHop(1),
        terminalCard,
      ),
      factRow(
        "neighbours along two axes in one hop",
        printed("19"),
        "the same, with diagonal neighbours in a plane",
        () => neighborsInOneHop(2),
        terminalCard,
      ),
      factRow(
        "other nodes in one hop",
        null,
        "nodes that share at least one switch: 4³ − 3³ − 1",
        () => terminalReachOf(network()).inOne.least,
        terminalCard,
      ),
      factRow(
        "links of a 3D torus within one switch",
        paraphrased("all 192", "a 3D torus can be embedded", 192),
        "of the 192 links of a 4 × 4 × 4 torus, those whose two nodes share a switch",
        torusLinksWithinSwitch,
      ),
      factRow(
        "relays between nodes without a common switch",
        null,
        "nodes that share a switch with both, minimum over all pairs: the number of two-hop paths through different nodes",
        fewestRelays,
        { key: "nodes between two without a common switch" },
      ),
      factRow(
        "nodes in two hops, any switch failed",
        null,
        "minimum over all nodes and all 12 switches",
        () => fewestWithinTwoHops(switches.map((s) => [s])),
        { key: "nodes in two hops, any switch dead", ...withDeadSwitches([1], "an X switch dead") },
      ),
      factRow(
        "nodes in two hops, any subnetwork failed",
        null,
        "minimum over all nodes, with all four switches of one group failed",
        () => fewestWithinTwoHops(switchGroups),
        { key: "nodes in two hops, any subnetwork dead", ...withDeadSwitches([0, 1, 2, 3], "the X subnetwork dead") },
      ),
    ],
  ),
  figures: {
    is: "networks",
    title: "The network",
    caption: "nodes in a cube, each with a link to one switch of each group; Z0 is the paper’s SW-Z₀",
    networks: [
      {
        title: "64 nodes, 12 switches",
        say: "A node is at the crossing of three lines, one to a switch of each group; a switch connects the 16 nodes of a plane.",
        document: machine,
      },
    ],
  },
  notes: notesOf({
    "in the source: Seven and nineteen":
      "The footnote of Section 2.2 speaks of 3D 7 and 3D 19 neighbour communication in one hop; these numbers include the node itself. The eight corners of the cube of 27 differ in all three coordinates and need two hops.",
    "in the source: Two hops": "Between two switches a node has to forward the data; the paper does not say how (Section 5).",
  }),
  documents: [{ title: "Three Quads of 64 nodes", document: machine }],
});
