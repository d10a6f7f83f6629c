/** QsNET, Section 5.4: whether complement traffic needs the whole top level of the tree. */
import { defined } from "../../core/base/defined.ts";
import { builtNetwork, sideBySide } from "../documents.ts";
import type { ResultsOf, ScenarioDocument, Statement } from "../contract.ts";
import { exhibit, notesOf, quoted, series } from "../exhibit.ts";
import { withDecimals } from "../numbers.ts";
import { isAtLeast } from "../predicates.ts";
import { column, joinedTables } from "../rows.ts";
import { acceptedRate, acceptedRow, bothWays, dataRate, inWorkbench, onQsnet, permutations, saturating, tolerance } from "./machine.ts";
import { says } from "./printed.ts";

const traffic = [...permutations, ["uniform", "uniform"]] as const;
type Traffic = (typeof traffic)[number];

const tree = { kind: "k-ary-n-tree", k: 4, n: 3 };
/**
 * Number of switches below the top level, index of the first switch to remove, and number of removed switches: the right eight of sixteen.
 */
const [below, first, count] = [32, 40, 8];
/** Without them, each switch of the second level keeps two of its four links up. */
const dead = Array.from({ length: count }, (_, i) => first + i);

/** The tree with the right half of the top level merged into the left half: each remaining top switch uses all eight ports downwards. */
function merged(): ScenarioDocument {
  const { terminals, switches, head, firstOut } = builtNetwork({ topology: tree });
  const links: { readonly a: number; readonly b: number }[] = [];
  for (let s = 0; s < switches; s++) {
    for (let c = firstOut[terminals + s]; c < firstOut[terminals + s + 1]; c++) {
      const to = head[c] - terminals;
      if (to > s) links.push({ a: s, b: to >= first ? to - count : to });
    }
  }
  const switchOf = Array.from({ length: terminals }, (_, t) => head[firstOut[t]] - terminals);
  return { kind: "graph", switches: below + count, links, terminals: switchOf };
}

/** The three networks. The merged one is a graph without levels, but its shortest paths are the same up and down. */
const networks = [
  { id: "whole", title: "all 16 switches on top", caption: "64 links to them", make: () => ({}) },
  {
    id: "removed",
    title: "8 taken out, their links with them",
    caption: "32 links to the top; every switch below keeps two of four ways up",
    make: () => ({ topology: { kind: "faulty", of: tree, links: 0, deadSwitches: dead } }),
  },
  {
    id: "merged",
    title: "two in one, all eight ports down",
    caption: "8 switches, 64 links to them",
    make: () => ({ topology: merged(), routing: { kind: "shortest-path" } }),
  },
] as const;
type Network = (typeof networks)[number];

const idOf = ({ id }: Network, [, kind]: Traffic) => `${id} ${kind}`;
const documentOf = ({ title, make }: Network, [name, kind]: Traffic) =>
  onQsnet(`QsNET, ${name}, ${title}`, saturating(kind), { ...make(), run: { warmUp: 100_000, window: 100_000, drain: 0 } });

const rate = (results: ResultsOf, network: Network, each: Traffic) => acceptedRate(results(idOf(network, each)));
const [whole, removed, twoInOne] = networks;
const complement = traffic[2];

/** Data rate in MB/s that each of 64 nodes can get over a number of links. */
const shareOf = (links: number) => (dataRate(1) * links) / 64;

const halved = (network: Network, readAs: string, otherwise?: Statement["otherwise"]): Statement => ({
  ...quoted(says["Section 5.4"], network.id),
  readAs,
  ...defined({ otherwise }),
  runs: [idOf(whole, complement), idOf(network, complement)],
  check({ results }) {
    const before = rate(results, whole, complement);
    const sentence = `Complement gets ${before.toFixed(0)} MB/s with all 16, {} with half.`;
    return isAtLeast(rate(results, network, complement), 0.99 * before, sentence, withDecimals(0));
  },
});

export const qsnetSection54 = exhibit("qsnet", "Section 5.4", "Section 5.4", {
  title: "Halving the top level under complement traffic: half of the switches, not half of the links",
  lede({ shown }) {
    const of = (network: Network) => shown(idOf(network, complement), 0);
    return `With eight of the sixteen top switches taken out, complement traffic falls from ${of(whole)} to ${of(removed)} MB/s; with their links put on the eight that stay, which use only four of their ports, it keeps ${of(twoInOne)}. The paper’s remark can only mean the latter.`;
  },
  ...joinedTables(
    ...networks.map((network) => {
      const own = network === whole ? {} : { word: { is: "predicted" } as const };
      return column(
        series(network.id, network.title, network.caption, "MB/s"),
        traffic.map((each) => acceptedRow(idOf(network, each), each[1], { label: each[0], ...own })),
      );
    }),
  ),
  statements: [
    halved(
      removed,
      "eight of the sixteen switches are taken out with their links; nothing is lost within 1 %",
      "contradicts the 280 MB/s of the same section",
    ),
    halved(
      twoInOne,
      "two switches of the top level are made one, whose other four ports are free; nothing is lost within 1 %",
      "not reproduced",
    ),
  ],
  runs: networks.flatMap((network) => traffic.map((each) => ({ id: idOf(network, each), document: documentOf(network, each) }))),
  tolerance,
  notes: [
    ...notesOf({
      "our model: By arithmetic": `Every message of complement crosses the top level. 64 nodes of ${bothWays} MB/s need at least ${Math.ceil((64 * bothWays) / dataRate(1))} links of ${dataRate(1).toFixed(0)} MB/s of data. There are 64; over 32 links no node gets more than ${shareOf(32).toFixed(0)}. So taking out switches with their links cannot be meant, unless a node sends less: at 165 MB/s nothing would be lost.`,
      "our model: Free ports":
        "A switch has eight ports, and on the top level of this tree four of them lead nowhere. Two such switches above the same four are one switch with all its ports down: half as many of them, and the same links. This holds for every pattern, not for complement alone; what the slow permutations gain or lose is a matter of ports, at which ties begin elsewhere.",
      "our model: Who needs the top level":
        "Neighbor never comes there, and butterfly sends only 32 of its nodes over it: both lose nothing with half of its links. Complement loses most in MB/s, the slow permutations lose some. So does uniform traffic, in single runs that scatter by some 5 MB/s (Section 5.3): what it gets with two switches in one is not told apart from what it gets with all.",
    }),
    inWorkbench,
  ],
  documents: [
    {
      title: "Complement on all three side by side",
      document: sideBySide(
        "QsNET, complement, by its top level",
        networks.map((network) => ({ title: network.title, document: documentOf(network, complement) })),
      ),
    },
    ...networks.map((network) => ({ title: `Complement, ${network.title}`, document: documentOf(network, complement) })),
    ...[whole, removed].map((network) => ({ title: `Bit-reversal, ${network.title}`, document: documentOf(network, traffic[5]) })),
  ],
});
