/** Torus transpose, Section 4.4: the cost of choosing the relays before data are sent. */
import type { RecordingResults, RunResults } from "../contract.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isBelow } from "../predicates.ts";
import { type RowColumn, rowsBySeries } from "../rows.ts";
import {
  baseParams,
  torusMachines,
  type TorusMachine,
  optParams,
  permutationDocumentOn,
  permutationRate,
  torusProvenance,
  torusScale,
} from "./machine.ts";
import { permutationSeeds, permutationsBySize, runIndexBySize } from "./recordings.ts";
import { percent } from "../verdict.ts";
import { torusSentences } from "./printed.ts";

/** After the set-up each node sends a single packet, so that the difference in time is the set-up. */
const packetSize = "256 B";
const documentOf = (machine: TorusMachine, setUp: boolean) => ({
  ...permutationDocumentOn(
    machine,
    { ...optParams, ...baseParams, message: packetSize, setUp },
    1,
    `${setUp ? "Set-up" : "No set-up"} on ${machine.nodes} nodes`,
  ),
});
const runId = ({ nodes }: TorusMachine, setUp: boolean) => `${nodes} ${setUp ? "with" : "without"}`;

/** The least amount of data that a node sends in the paper, in bytes. */
const dataBytes = 256e6;

/** The rate of a node with short dimension routing (Opt), averaged over the permutations of Figure 3, in bytes per second. */
function rateOfNode(recorded: RecordingResults, machine: TorusMachine): number {
  const results = recorded(permutationsBySize.id);
  const rates = permutationSeeds.map((seed) => permutationRate(machine, results[runIndexBySize(machine, "opt", seed)]));
  return (1e9 * rates.reduce((sum, rate) => sum + rate, 0)) / permutationSeeds.length / machine.nodes;
}

const setUpCyclesOf = (results: RunResults, machine: TorusMachine) => {
  const [withSetUp, withoutSetUp] = [true, false].map((setUp) => results(runId(machine, setUp)).makespan ?? NaN);
  return withSetUp - withoutSetUp;
};
const setUpSecondsOf = (results: RunResults, machine: TorusMachine) =>
  setUpCyclesOf(results, machine) * (results(runId(machine, true)).cycleSeconds ?? NaN);

const setUpRuns = (machine: TorusMachine) => [runId(machine, true), runId(machine, false)];

const setUpColumns: readonly RowColumn<TorusMachine>[] = [
  [
    series("share", "Fraction of the transfer time", "a node sends 256 MB, at the rate of a machine of that size", "%"),
    (machine) => ({
      provenance: torusProvenance,
      formula: "time of the set-up / (256 MB / rate per node at that size)",
      runs: [...setUpRuns(machine), permutationsBySize.id],
      decimals: 4,
      value: ({ results, recorded }) => 100 * setUpShareOf(results, recorded, machine),
    }),
  ],
  [
    series("time", "Time of the set-up", "one phase", "µs"),
    (machine) => ({
      formula: "cycles × 4 B / 425 MB/s",
      runs: setUpRuns(machine),
      decimals: 0,
      value: ({ results }) => 1e6 * setUpSecondsOf(results, machine),
    }),
  ],
  [
    series("rate", "Rate per node", "Opt in Figure 3, mean of eight random permutations", "MB/s"),
    (machine) => ({
      provenance: torusProvenance,
      formula: "32 KiB / time until the last node has received all data, recorded",
      runs: [permutationsBySize.id],
      decimals: 0,
      value: ({ recorded }) => rateOfNode(recorded, machine) / 1e6,
    }),
  ],
  [
    series("cycles", "Cycles of the set-up", "of 4 B at 425 MB/s", "cycles"),
    (machine) => ({
      formula: "makespan of one packet from each node, with set-up minus without set-up",
      runs: setUpRuns(machine),
      decimals: 0,
      value: ({ results }) => setUpCyclesOf(results, machine),
    }),
  ],
];

const setUpShareOf = (results: RunResults, recorded: RecordingResults, machine: TorusMachine) =>
  (setUpSecondsOf(results, machine) * rateOfNode(recorded, machine)) / dataBytes;
const largestMachine = torusMachines[torusMachines.length - 1];
const machine1024 = torusMachines[torusMachines.length - 2];

export const torusSection44 = exhibit("torus", "Section 4.4", "Section 4.4", {
  title: "The cost of assigning relays at one node is negligible",
  scale: torusScale,
  lede({ numberOf }) {
    const of = (id: string) => numberOf(`${id} ${machine1024.nodes}`);
    const seconds = dataBytes / (1e6 * of("rate"));
    return `On ${machine1024.nodes} nodes it takes ${(of("time") / 1000).toFixed(2)} ms until every node has sent its destination to one node and received its relay. Sending 256 MB takes ${seconds.toFixed(1)} s: the set-up is ${percent(of("share") / 100)} of this time.`;
  },
  ...rowsBySeries(torusMachines, ({ nodes }) => ({ key: nodes, label: `${nodes} nodes` }), setUpColumns),
  statements: checkedStatements(torusSentences["Section 4.4"], [], {
    negligible: {
      interpretation: "less than 1 % of the transfer time at every size; computing the relays takes no time here",
      otherwise: "not reproduced",
      runs: [...torusMachines.flatMap(setUpRuns), permutationsBySize.id],
      check({ results, recorded }) {
        const shares = torusMachines.map((each) => setUpShareOf(results, recorded, each));
        return isBelow(
          shares,
          0.01,
          `On ${largestMachine.nodes} nodes the set-up takes ${percent(shares[shares.length - 1])} of the transfer time.`,
        );
      },
    },
  }),
  runs: torusMachines.flatMap((each) => [true, false].map((setUp) => ({ id: runId(each, setUp), document: documentOf(each, setUp) }))),
  recordings: [permutationsBySize],
  tolerance: { relative: 0, why: "The paper prints no number here." },
  notes: notesOf({
    "our model: A packet each way":
      "Every node sends one packet of 256 B to the node that assigns the relays, and receives one from it. All packets cross the links of that node, so the time is proportional to the number of nodes.",
    "our model: Not counted":
      "The time to sort the pairs and to find free relays is not counted. The paper found the whole set-up to be negligible.",
    "our model: Assumptions":
      "The machine is that of Figures 3 and 4, chosen with those figures in view, but not with the time of the set-up. The rate per node is that of this machine with 32 KiB per node, and is assumed to hold for 256 MB.",
    "in the source: Several phases": "If there are several phases, other nodes assign the relays of the other phases at the same time.",
  }),
  documents: torusMachines.map((each) => ({ title: `Set-up on ${each.nodes} nodes`, document: documentOf(each, true) })),
});
