/** Torus transpose, Section 4.4: what it costs to choose the relays, before anything is sent. */
import { exhibit, type Outcome, plain, type ResultsOf, type Row, type Word } from "./contract.ts";
import { series } from "./rows.ts";
import { base, machines, type Machine, opt, permutationOn } from "./torus-machine.ts";
import { percent } from "./verdict.ts";

/** One packet is all that a node sends after the set-up: what there is beyond it is the set-up. */
const packet = "256 B";
const documentOf = (machine: Machine, setUp: boolean) => ({
  ...permutationOn(machine, { ...opt, ...base, message: packet, setUp }, 1, `${setUp ? "Set-up" : "No set-up"} on ${machine.nodes} nodes`),
});
const idOf = ({ nodes }: Machine, setUp: boolean) => `${nodes} ${setUp ? "with" : "without"}`;

/** What a node sends at least in the paper, and how fast a node of 1024 gets rid of it with all optimisations here, bytes and bytes a second. */
const data = 256e6;
const rateOfNode = 120e9 / 1024;
const transferSeconds = data / rateOfNode;

const cyclesOf = (results: ResultsOf, machine: Machine) => {
  const [after, before] = [true, false].map((setUp) => results(idOf(machine, setUp)).makespan ?? NaN);
  return after - before;
};
const secondsOf = (results: ResultsOf, machine: Machine) => cyclesOf(results, machine) * (results(idOf(machine, true)).cycleSeconds ?? NaN);

const row = (machine: Machine, id: string, word: Word, formula: string, decimals: number, value: (results: ResultsOf) => number): Row => ({
  id: `${id} ${machine.nodes}`,
  label: `${machine.nodes} nodes`,
  series: id,
  published: null,
  word,
  formula,
  runs: [idOf(machine, true), idOf(machine, false)],
  decimals,
  value: (results) => plain(value(results)),
});

const shareOf = (results: ResultsOf, machine: Machine) => secondsOf(results, machine) / transferSeconds;
const largest = machines[machines.length - 1];
const usual = machines[machines.length - 2];

export const torusSection44 = exhibit({
  id: "torus-section-4-4",
  paper: "torus",
  label: "Section 4.4",
  kind: "statement",
  section: "Section 4.4",
  title: "Asking one node whom to relay by costs next to nothing",
  lede({ values }: Outcome) {
    const of = (id: string) => values.get(`${id} ${usual.nodes}`)?.value ?? NaN;
    return `On ${usual.nodes} nodes it takes ${(of("time") / 1000).toFixed(2)} ms until every node has told one of them whom it sends to and has its answer. To send 256 MB takes ${transferSeconds.toFixed(1)} s: the set-up is ${percent(of("share") / 100)} of it.`;
  },
  series: [
    series("share", "Part of the time of a transfer", `a node sends 256 MB, at ${(rateOfNode / 1e6).toFixed(0)} MB/s`, "%"),
    series("time", "Time of the set-up", "one phase", "µs"),
    series("cycles", "Cycles of the set-up", "of 4 B at 425 MB/s", "cycles"),
  ],
  rows: [
    ...machines.map((each) =>
      row(
        each,
        "share",
        { is: "predicted" },
        "time of the set-up / 256 MB at the rate of a node under Opt on 1024 nodes",
        3,
        (results) => 100 * shareOf(results, each),
      ),
    ),
    ...machines.map((each) =>
      row(each, "time", { is: "predicted" }, "cycles × 4 B / 425 MB/s", 0, (results) => 1e6 * secondsOf(results, each)),
    ),
    ...machines.map((each) =>
      row(each, "cycles", { is: "predicted" }, "end of one packet from each node, with the set-up before it less without", 0, (results) =>
        cyclesOf(results, each),
      ),
    ),
  ],
  statements: [
    {
      id: "negligible",
      says: "The overheads involved in initially determining the intermediate nodes were found to be negligible",
      where: "Section 5.3",
      readAs: "less than a hundredth of the transfer on every size; computing the relays takes no time here",
      otherwise: "not reproduced",
      runs: machines.flatMap((each) => [idOf(each, true), idOf(each, false)]),
      check(results) {
        const most = shareOf(results, largest);
        return {
          holds: machines.every((each) => shareOf(results, each) < 0.01),
          because: `On ${largest.nodes} nodes it is ${percent(most)}.`,
        };
      },
    },
  ],
  runs: machines.flatMap((each) => [true, false].map((setUp) => ({ id: idOf(each, setUp), document: documentOf(each, setUp) }))),
  tolerance: { relative: 0, why: "The paper has no number here." },
  notes: [
    {
      title: "A packet each way",
      kind: "our model",
      text: "Every node sends one packet of 256 B to the node that chooses and gets one back. All of them go through its links, in and then out: that is where the time goes, in proportion to the number of nodes.",
    },
    {
      title: "What is not counted",
      kind: "our model",
      text: "The time that the one node takes to sort the pairs and to look for free relays. The paper found the whole to be negligible.",
    },
    {
      title: "Several phases",
      kind: "in the source",
      text: "Where there are several phases, other nodes choose for other phases at the same time.",
    },
  ],
  documents: machines.map((each) => ({ title: `Set-up on ${each.nodes} nodes`, document: documentOf(each, true) })),
});
