/** A program from a file: a graph of sends, receives and computing, as in GOAL. */
import type { ValidationIssue } from "../../base/errors.ts";
import type { ValuesOf } from "../../base/params.ts";
import { formatQuantity, phitBytes } from "../../base/units.ts";
import type { ProgramGraph } from "../../programs/graph.ts";
import { checkGraphText, graphOf, graphText } from "../../programs/graph-param.ts";
import { programOfGraph } from "../../programs/program-of-graph.ts";
import { workload } from "../contract.ts";
import { checkPlaces, terminalsOf } from "../job/job.ts";
import { sumsOf } from "./sums.ts";
import { longestMessage, mostBytes, rankParams } from "../program.ts";

const params = {
  program: graphText({
    title: "Program",
    help: "What each rank does, and what waits for what, as the page writes a file. Computing is told in nanoseconds, and takes the nearest whole cycles; without a rate of links a nanosecond is a cycle.",
    default: "ACEAAABCAAAkDBGAABECofBTAAACBCAABEyB",
    say: (text) => saidOf(graphOf(text)),
  }),
  mapping: rankParams.mapping,
};
type Values = ValuesOf<typeof params>;

const count = (n: number, noun: string) => `${n.toLocaleString("en-US").replaceAll(",", "\u202f")} ${noun}${n === 1 ? "" : "s"}`;

function saidOf({ ranks, code }: ProgramGraph): string {
  return `${count(ranks, "rank")} and ${count(code.length, "operation")}`;
}

const placing = ({ program, mapping }: Values) => ({ mapping, ranks: graphOf(program).ranks });

export const trace = workload({
  id: "trace",
  title: "trace",
  article: "",
  group: "From a file",
  summary: "What ranks did elsewhere, as a file of GOAL has it: sends, receives and computing, each waiting for others.",
  source: "Hoefler, Siebert, Lumsdaine (GOAL, ICPP 2009); Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010)",
  params,
  phrase: "a {title} of {program}",
  taken: "opened a trace",
  examples: [
    {},
    // Three ranks with two processors and a receive from any rank; and a reduction of 1,024 B along a binomial tree of eight ranks.
    { program: "ADIAAADABAAAACGgCBCAAAsJBQBAAABCAACIEUBTAAABBCAABEoBBAAABECB0PBCBABFmCBWAAABGAABECoG" },
    { program: "AIGADACABAEADACABABHAAACggBBTAABEEDIBGAAABggBBTAAACBSAABEDBSAAABFCDEGIAAG" },
  ],
  endless: false,
  bytes: ({ program }) => sumsOf(program).bytes,
  check(values, site, { engine }) {
    const unread = checkGraphText(values.program, "program");
    if (unread.length > 0) return unread;
    const misplaced = checkPlaces(placing(values), site).map((each) => (each.path === "ranks" ? tooManyRanks(each) : each));
    if (misplaced.length > 0) return misplaced;
    const { bytes, longest, issues } = sumsOf(values.program);
    if (issues.length > 0 || engine.moves === "flows") return issues;
    if (longest > longestMessage) return [tooMuch("a message of", longest, longestMessage)];
    return bytes > mostBytes ? [tooMuch("messages of", bytes, mostBytes)] : [];
  },
  terminals: (values, ground) => terminalsOf(placing(values), ground),
  compile(values, { network, packetBytes, cycleSeconds, host }) {
    return programOfGraph(graphOf(values.program), {
      terminalOf: terminalsOf(placing(values), network),
      packetBytes,
      host,
      ...(cycleSeconds === undefined ? {} : { cycles: (nanoseconds: number) => cyclesIn(nanoseconds, cycleSeconds) }),
    });
  },
});

/** Nanoseconds in whole cycles, halves rounded up. It multiplies by a whole rate before it divides, so that halves are exact. */
export const cyclesIn = (nanoseconds: number, cycleSeconds: number): number =>
  Math.round((nanoseconds * Math.round(phitBytes / cycleSeconds)) / (phitBytes * 1e9));

function tooManyRanks({ message }: ValidationIssue): ValidationIssue {
  return { path: "program", message, remedy: "Choose a larger network, or another mapping." };
}

function tooMuch(what: string, bytes: number, most: number): ValidationIssue {
  const [own, limit] = [bytes, most].map((each) => formatQuantity(Number(each.toPrecision(4)), "bytes"));
  return {
    path: "program",
    message: `${what} ${own} are too much to be sent packet by packet; expected at most ${limit}.`,
    remedy: "Choose fluid flow.",
  };
}
