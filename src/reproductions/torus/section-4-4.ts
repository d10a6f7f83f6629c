/** Torus transpose, Section 4.4: what it costs to choose the relays, before anything is sent. */
import type { Outcome, RecordedOf, ResultsOf, Word } from "../contract.ts";
import { checked, exhibit, inTheSource, ourModel, type RowSpec, series } from "../exhibit.ts";
import { base, machines, type Machine, opt, permutationOn, permutationRate, wordOfMachine } from "./machine.ts";
import { draws, permutationsBySize, placeBySize } from "./recordings.ts";
import { percent } from "../verdict.ts";
import { says } from "./printed.ts";

/** One packet is all that a node sends after the set-up: what there is beyond it is the set-up. */
const packet = "256 B";
const documentOf = (machine: Machine, setUp: boolean) => ({
  ...permutationOn(machine, { ...opt, ...base, message: packet, setUp }, 1, `${setUp ? "Set-up" : "No set-up"} on ${machine.nodes} nodes`),
});
const idOf = ({ nodes }: Machine, setUp: boolean) => `${nodes} ${setUp ? "with" : "without"}`;

/** What a node sends at least in the paper, bytes. */
const data = 256e6;

/** How fast a node gets rid of its data with all optimisations, on average over the draws of Figure 3, bytes a second. */
function rateOfNode(recorded: RecordedOf, machine: Machine): number {
  const all = recorded(permutationsBySize.id);
  const rates = draws.map((draw) => permutationRate(machine, all[placeBySize(machine, "opt", draw)]));
  return (1e9 * rates.reduce((sum, rate) => sum + rate, 0)) / draws.length / machine.nodes;
}

const cyclesOf = (results: ResultsOf, machine: Machine) => {
  const [after, before] = [true, false].map((setUp) => results(idOf(machine, setUp)).makespan ?? NaN);
  return after - before;
};
const secondsOf = (results: ResultsOf, machine: Machine) => cyclesOf(results, machine) * (results(idOf(machine, true)).cycleSeconds ?? NaN);

const setUpRuns = (machine: Machine) => [idOf(machine, true), idOf(machine, false)];

const row = (
  machine: Machine,
  id: string,
  word: Word,
  formula: string,
  decimals: number,
  runs: readonly string[],
  value: (results: ResultsOf, recorded: RecordedOf) => number,
): RowSpec => ({
  id: `${id} ${machine.nodes}`,
  label: `${machine.nodes} nodes`,
  series: id,
  word,
  formula,
  runs,
  decimals,
  value: ({ results, recorded }) => value(results, recorded),
});

const shareOf = (results: ResultsOf, recorded: RecordedOf, machine: Machine) =>
  (secondsOf(results, machine) * rateOfNode(recorded, machine)) / data;
const largest = machines[machines.length - 1];
const usual = machines[machines.length - 2];

export const torusSection44 = exhibit("torus", "Section 4.4", "Section 4.4", {
  title: "Asking one node for a relay costs next to nothing",
  lede({ values }: Outcome) {
    const of = (id: string) => values.get(`${id} ${usual.nodes}`)?.value ?? NaN;
    const seconds = data / (1e6 * of("rate"));
    return `On ${usual.nodes} nodes it takes ${(of("time") / 1000).toFixed(2)} ms until every node has told one node whom it sends to and has its answer. Sending 256 MB takes ${seconds.toFixed(1)} s: the set-up is ${percent(of("share") / 100)} of it.`;
  },
  series: [
    series("share", "Part of the time of a transfer", "a node sends 256 MB, as fast as nodes do at that size", "%"),
    series("time", "Time of the set-up", "one phase", "µs"),
    series("rate", "Rate of a node", "under Opt in Figure 3, the mean of eight random permutations", "MB/s"),
    series("cycles", "Cycles of the set-up", "of 4 B at 425 MB/s", "cycles"),
  ],
  rows: [
    ...machines.map((each) =>
      row(
        each,
        "share",
        wordOfMachine,
        "time of the set-up / (256 MB / rate of a node at that size)",
        4,
        [...setUpRuns(each), permutationsBySize.id],
        (results, recorded) => 100 * shareOf(results, recorded, each),
      ),
    ),
    ...machines.map((each) =>
      row(each, "time", { is: "predicted" }, "cycles × 4 B / 425 MB/s", 0, setUpRuns(each), (results) => 1e6 * secondsOf(results, each)),
    ),
    ...machines.map((each) =>
      row(
        each,
        "rate",
        wordOfMachine,
        "32 KiB / time until the last node has all it is sent, recorded",
        0,
        [permutationsBySize.id],
        (_, recorded) => rateOfNode(recorded, each) / 1e6,
      ),
    ),
    ...machines.map((each) =>
      row(
        each,
        "cycles",
        { is: "predicted" },
        "end of one packet from each node, with the set-up before it less without",
        0,
        setUpRuns(each),
        (results) => cyclesOf(results, each),
      ),
    ),
  ],
  statements: checked(says["Section 4.4"], [], {
    negligible: {
      readAs: "less than a hundredth of the transfer on every size; computing the relays takes no time here",
      otherwise: "not reproduced",
      runs: [...machines.flatMap(setUpRuns), permutationsBySize.id],
      check({ results, recorded }) {
        const most = shareOf(results, recorded, largest);
        return {
          holds: machines.every((each) => shareOf(results, recorded, each) < 0.01),
          because: `On ${largest.nodes} nodes it is ${percent(most)}.`,
        };
      },
    },
  }),
  runs: machines.flatMap((each) => [true, false].map((setUp) => ({ id: idOf(each, setUp), document: documentOf(each, setUp) }))),
  recordings: [permutationsBySize],
  tolerance: { relative: 0, why: "The paper has no number here." },
  notes: [
    ...ourModel({
      "A packet each way":
        "Every node sends one packet of 256 B to the node that chooses and gets one back. All of them go through its links, in and then out: that is where the time goes, in proportion to the number of nodes.",
      "What is not counted":
        "The time that the one node takes to sort the pairs and to look for free relays. The paper found the whole to be negligible.",
      "What it depends on":
        "The machine is that of Figures 3 and 4, chosen with those in view; the time of the set-up was not. How fast a node sends is what that machine reaches on the same number of nodes with 32 KiB a node, and is taken to hold for 256 MB.",
    }),
    ...inTheSource({
      "Several phases": "Where there are several phases, other nodes choose for other phases at the same time.",
    }),
  ],
  documents: machines.map((each) => ({ title: `Set-up on ${each.nodes} nodes`, document: documentOf(each, true) })),
});
