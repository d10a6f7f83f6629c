/** Torus transpose, Section 4.4: the cost of choosing the relays before data are sent. */
import type { RecordingResults, RunResults } from "../contract.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isBelow } from "../predicates.ts";
import { type RowColumn, columnByColumn } from "../rows.ts";
import {
  baseParams,
  torusMachines,
  type TorusMachine,
  optParams,
  permutationDocumentOn,
  permutationRate,
  torusProvenance,
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

/** The rate of a node under Opt, averaged over the permutations of Figure 3, in bytes per second. */
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
    series("share", "Part of the time of a transfer", "a node sends 256 MB, as fast as nodes do at that size", "%"),
    (machine) => ({
      word: torusProvenance,
      formula: "time of the set-up / (256 MB / rate of a node at that size)",
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
    series("rate", "Rate of a node", "under Opt in Figure 3, the mean of eight random permutations", "MB/s"),
    (machine) => ({
      word: torusProvenance,
      formula: "32 KiB / time until the last node has all it is sent, recorded",
      runs: [permutationsBySize.id],
      decimals: 0,
      value: ({ recorded }) => rateOfNode(recorded, machine) / 1e6,
    }),
  ],
  [
    series("cycles", "Cycles of the set-up", "of 4 B at 425 MB/s", "cycles"),
    (machine) => ({
      formula: "end of one packet from each node, with the set-up before it less without",
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
  title: "Asking one node for a relay costs next to nothing",
  lede({ numberOf }) {
    const of = (id: string) => numberOf(`${id} ${machine1024.nodes}`);
    const seconds = dataBytes / (1e6 * of("rate"));
    return `On ${machine1024.nodes} nodes it takes ${(of("time") / 1000).toFixed(2)} ms until every node has told one node whom it sends to and has its answer. Sending 256 MB takes ${seconds.toFixed(1)} s: the set-up is ${percent(of("share") / 100)} of it.`;
  },
  ...columnByColumn(torusMachines, ({ nodes }) => ({ key: nodes, label: `${nodes} nodes` }), setUpColumns),
  statements: checkedStatements(torusSentences["Section 4.4"], [], {
    negligible: {
      readAs: "less than a hundredth of the transfer on every size; computing the relays takes no time here",
      otherwise: "not reproduced",
      runs: [...torusMachines.flatMap(setUpRuns), permutationsBySize.id],
      check({ results, recorded }) {
        const shares = torusMachines.map((each) => setUpShareOf(results, recorded, each));
        return isBelow(shares, 0.01, `On ${largestMachine.nodes} nodes it is ${percent(shares[shares.length - 1])}.`);
      },
    },
  }),
  runs: torusMachines.flatMap((each) => [true, false].map((setUp) => ({ id: runId(each, setUp), document: documentOf(each, setUp) }))),
  recordings: [permutationsBySize],
  tolerance: { relative: 0, why: "The paper has no number here." },
  notes: notesOf({
    "our model: A packet each way":
      "Every node sends one packet of 256 B to the node that chooses and gets one back. All of them go through its links, in and then out: that is where the time goes, in proportion to the number of nodes.",
    "our model: What is not counted":
      "The time that the one node takes to sort the pairs and to look for free relays. The paper found the whole to be negligible.",
    "our model: What it depends on":
      "The machine is that of Figures 3 and 4, chosen with those in view; the time of the set-up was not. How fast a node sends is what that machine reaches on the same number of nodes with 32 KiB a node, and is taken to hold for 256 MB.",
    "in the source: Several phases": "Where there are several phases, other nodes choose for other phases at the same time.",
  }),
  documents: torusMachines.map((each) => ({ title: `Set-up on ${each.nodes} nodes`, document: documentOf(each, true) })),
});
