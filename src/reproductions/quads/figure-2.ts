/** Three Quads, Figure 2: the exchanges of the transpose, the switches that they use, and the channel loads. */
import { analyzePlan } from "../../core/analysis/analyse.ts";
import { type Congestion, congestionOf, type PhaseCongestion } from "../../core/analysis/programs/congestion.ts";
import type { ScenarioDocument } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { paraphrased } from "../numbers.ts";
import { isBelow } from "../predicates.ts";
import { rowsOfOneSeries, exactNumber, joinTables, makespanSecondsOf } from "../rows.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { type ExchangeGroup, exchangeGroups, nodeOfBlock, nodesInGroup, threeQuadsDocument, phaseSecondsOf } from "./machine.ts";
import { threeQuadsNetworkDocument as machine, threeQuadsNetwork as network, switchesOfNode, threeQuadsTopology } from "./network.ts";
import { quadsSentences } from "./printed.ts";

const blocks = Array.from({ length: 64 }, (_, b) => [b >> 3, b & 7] as const);

/** Pairs of nodes that exchange blocks in step 1, the transpose within each quarter, and in step 2, the swap of quarters B and C. */
const exchanges = [
  blocks
    .filter(([i, j]) => (i & 3) !== (j & 3))
    .map(([i, j]) => [nodeOfBlock(i, j), nodeOfBlock((i & 4) | (j & 3), (j & 4) | (i & 3))] as const),
  blocks.filter(([i, j]) => i >> 2 !== j >> 2).map(([i, j]) => [nodeOfBlock(i, j), nodeOfBlock(i ^ 4, j ^ 4)] as const),
] as const;

/** The percentage of a step's exchanges whose two nodes share a switch of one of the groups (0 Z, 1 Y, 2 X). */
function percentWithinSwitch(step: 0 | 1, groups: readonly (0 | 1 | 2)[]): number {
  const net = network();
  const sharedExchanges = exchanges[step].filter(([a, b]) =>
    groups.some((group) => switchesOfNode(net, a)[group] === switchesOfNode(net, b)[group]),
  );
  return (100 * sharedExchanges.length) / exchanges[step].length;
}

const stepDocument = (step: 0 | 1): ScenarioDocument => ({
  version: 1,
  title: `Matrix transpose on Three Quads, step ${step + 1}`,
  topology: threeQuadsTopology,
  workload: { kind: "messages", list: exchanges[step].map(([source, destination]) => ({ source, destination, bytes: "640 B" })) },
});

const switchRow = (label: string, detail: string, value: () => number, document: ScenarioDocument) => ({
  label,
  detail,
  published: paraphrased("100", "every exchange stays within one switch", 100),
  formula: "exchanges between nodes on the same switch of that group / exchanges of the step",
  decimals: 0,
  document,
  value,
});

const groupRow = (group: ExchangeGroup) => ({
  label: group,
  document: machine,
  ...exactNumber("nodes whose submatrix moves in these steps", () => nodesInGroup(group)),
});

/** The phases for which channel loads are reported. */
const loadLabels = ["step 1", "step 2", "fused"] as const;

/** A document whose program runs both steps as one pipeline. */
const fusedDocument = threeQuadsDocument("full", { algorithm: "fused", chunks: 64 });

/** The congestion analysis of a document's program: which messages may share a channel. */
function congestionOn(document: ScenarioDocument): Congestion {
  const plan = compiledPlan(document);
  const congestion = plan.demand.form === "program" ? congestionOf(plan, plan.demand) : null;
  if (congestion === null) throw new Error("a transpose of 64 blocks is followed exchange by exchange");
  return congestion;
}

const loadRow = (
  label: string,
  detail: string,
  document: ScenarioDocument,
  phaseOf: (congestion: Congestion) => PhaseCongestion | undefined,
) => ({
  label,
  detail,
  published: paraphrased("at most 1", "there is no congestion", 0, 0, 1),
  formula:
    "nodes whose block may cross the same channel, maximum over all channels and all paths that the routing allows; with 1, no two messages share a channel",
  decimals: 0,
  document,
  value: () => phaseOf(congestionOn(document))?.maxFlows ?? NaN,
});

export const quadsFigure2 = exhibit("quads", "Figure 2", "Section 3 and Section 4.1", {
  title: "Each exchange of the transpose stays within one switch; which one?",
  lede({ numberOf }) {
    const [z, y, x] = ["step 1, one Z switch", "step 1, one Y switch", "step 2, one X switch"].map((label) =>
      numberOf(`one-switch ${label}`),
    );
    const conclusion = z === 100 && y !== 100 ? " So Section 4.1.2 must mean the Z subnetwork where it says Y for step 1." : "";
    const highestLoad = Math.max(...loadLabels.map((label) => numberOf(`load ${label}`)));
    return `With the submatrices placed as in Section 4.1.1, ${z} % of the exchanges of step 1 stay within a Z switch and ${y} % within a Y switch; of those of step 2, ${x} % stay within an X switch.${conclusion} No channel carries blocks of more than ${highestLoad} node in either step, or when both run simultaneously: there is no contention.`;
  },
  ...joinTables(
    rowsOfOneSeries(series("one-switch", "Exchanges within one switch", "of the named group", "%"), [
      switchRow("step 1, one Z switch", "Section 3", () => percentWithinSwitch(0, [0]), stepDocument(0)),
      switchRow("step 2, one X or Y switch", "Section 3", () => percentWithinSwitch(1, [1, 2]), stepDocument(1)),
      switchRow("step 1, one Y switch", "Section 4.1.2", () => percentWithinSwitch(0, [1]), stepDocument(0)),
      switchRow("step 2, one X switch", "Section 4.1.2", () => percentWithinSwitch(1, [2]), stepDocument(1)),
    ]),
    rowsOfOneSeries(
      series("load", "Nodes that share a channel", "maximum over all channels and possible paths; with 1 there is no congestion"),
      [
        loadRow(loadLabels[0], "through Z only: load 1.00", threeQuadsDocument("full"), ({ phases }) =>
          phases.find(({ name }) => name === "step 1"),
        ),
        loadRow(
          loadLabels[1],
          "through X only, as simulated: load 1.00; split over X and Y: 0.50 each",
          threeQuadsDocument("full"),
          ({ phases }) => phases.find(({ name }) => name === "step 2"),
        ),
        loadRow(loadLabels[2], "both steps simultaneously: load 1.00 on Z and on X", fusedDocument, ({ together }) => together),
      ],
    ),
    rowsOfOneSeries(series("nodes", "The four groups of nodes", "sizes are not printed"), exchangeGroups.map(groupRow)),
  ),
  statements: checkedStatements(quadsSentences["Figure 2"], [], {
    fused: {
      interpretation:
        "in a pipeline of 64 chunks, communication takes less than 1.1 times as long as one step; full duplex, fluid-flow model (rates, not packets)",
      runs: ["two steps", "fused"],
      check({ results }) {
        const [twoStepSeconds, fused] = [makespanSecondsOf(results("two steps")), makespanSecondsOf(results("fused"))];
        const longestIn = (phase: string) => Math.max(...phaseSecondsOf(results("two steps"), phase));
        const stepCount = (fused - (longestIn("initialisation") + longestIn("local transpose"))) / longestIn("step 1");
        return isBelow(
          stepCount,
          1.1,
          `The fused program takes ${fused.toFixed(2)} s instead of ${twoStepSeconds.toFixed(2)} s: communication takes {} times as long as one step. This is a prediction with fitted memory and port rates. It assumes a limit per port; with a limit per node, fusing would gain nothing.`,
        );
      },
    },
  }),
  figures: {
    is: "blocks",
    title: "The blocks of the matrix",
    caption:
      "shade of a block: the row that it comes from; arrow: a transfer within the switch marked next to the matrix; double arrow: two blocks exchanged",
    plan() {
      const plan = compiledPlan(threeQuadsDocument("full"));
      const { program } = analyzePlan(plan);
      if (program === undefined) throw new Error("a transpose is a program");
      return { causality: program, network: plan.network };
    },
  },
  runs: [
    { id: "two steps", document: threeQuadsDocument("full") },
    { id: "fused", document: fusedDocument },
  ],
  tolerance: { relative: 0, why: "Exchanges are counted, so only equal numbers agree." },
  notes: notesOf({
    "erratum in the source: Y during step 1":
      "Section 4.1.2 says that step 1 uses the Y subnetwork. With k = (i/4) × 32 + (i%4) × 4 + (j/4) × 16 + (j%4) and nodes labelled (z, y, x), step 1 swaps y and x: partners share their Z switch, but never their Y switch. Either the text should say Z, as in Section 3, or the machine uses different names for its axes.",
    "in the source: Four groups": "Section 4.2 sorts the nodes into the same four groups, without their sizes.",
  }),
  documents: [
    { title: "Step 1", document: stepDocument(0) },
    { title: "Step 2", document: stepDocument(1) },
    { title: "Both steps as a program", document: threeQuadsDocument("full") },
    { title: "Both steps fused into one pipeline", document: fusedDocument },
  ],
});
