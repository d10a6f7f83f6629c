/** A program from a file: a graph of sends, receives and computing, as in GOAL. */
import type { ValidationIssue } from "../../base/errors.ts";
import type { ValuesOf } from "../../base/params.ts";
import { formatQuantity, phitBytes } from "../../base/units.ts";
import type { ProgramGraph } from "../../programs/graph.ts";
import { checkGraphText, graphOfText, graphText } from "../../programs/graph-param.ts";
import { programOfGraph } from "../../programs/program-of-graph.ts";
import { defineWorkload } from "../contract.ts";
import { checkPlacement, terminalsOfJob } from "../job/job.ts";
import { traceTotals } from "./trace-totals.ts";
import { maxMessageBytes, maxTotalBytes, rankParams } from "../program.ts";

const params = {
  program: graphText({
    title: "Program",
    help: "The operations of each rank and their dependencies as text, written by the page from a file. Computing times are in nanoseconds and are rounded to whole cycles; without a rate of links, a nanosecond is one cycle.",
    default: "ACEAAABCAAAkDBGAABECofBTAAACBCAABEyB",
    say: (text) => traceSummary(graphOfText(text)),
  }),
  mapping: rankParams.mapping,
};
type TraceValues = ValuesOf<typeof params>;

const formatCount = (n: number, noun: string) => `${n.toLocaleString("en-US").replaceAll(",", "\u202f")} ${noun}${n === 1 ? "" : "s"}`;

function traceSummary({ ranks, code }: ProgramGraph): string {
  return `${formatCount(ranks, "rank")} and ${formatCount(code.length, "operation")}`;
}

const placementOf = ({ program, mapping }: TraceValues) => ({ mapping, ranks: graphOfText(program).ranks });

export const traceWorkload = defineWorkload({
  id: "trace",
  title: "trace",
  article: "",
  group: "From a file",
  summary: "A recorded program from a GOAL file: the sends, receives and computing of every rank, with their dependencies.",
  source: "Hoefler, Siebert, Lumsdaine (GOAL, ICPP 2009); Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010)",
  params,
  phrase: "a {title} of {program}",
  replacementPhrase: "opened a trace",
  examples: [
    {},
    // Three ranks with two processors and a receive from any rank; and a reduction of 1,024 B along a binomial tree of eight ranks.
    { program: "ADIAAADABAAAACGgCBCAAAsJBQBAAABCAACIEUBTAAABBCAABEoBBAAABECB0PBCBABFmCBWAAABGAABECoG" },
    { program: "AIGADACABAEADACABABHAAACggBBTAABEEDIBGAAABggBBTAAACBSAABEDBSAAABFCDEGIAAG" },
  ],
  isEndless: false,
  isTimed: true,
  bytes: ({ program }) => traceTotals(program).bytes,
  check(values, site, { engine }) {
    const textIssues = checkGraphText(values.program, "program");
    if (textIssues.length > 0) return textIssues;
    const placementIssues = checkPlacement(placementOf(values), site).map((issue) =>
      issue.path === "ranks" ? tooManyRanks(issue) : issue,
    );
    if (placementIssues.length > 0) return placementIssues;
    const { bytes, longestMessage, issues } = traceTotals(values.program);
    if (issues.length > 0 || engine.granularity === "flows") return issues;
    if (longestMessage > maxMessageBytes) return [tooManyBytesIssue("a message of", longestMessage, maxMessageBytes)];
    return bytes > maxTotalBytes ? [tooManyBytesIssue("messages of", bytes, maxTotalBytes)] : [];
  },
  terminals: (values, ground) => terminalsOfJob(placementOf(values), ground),
  compile(values, { network, packetBytes, cycleSeconds, host }) {
    return programOfGraph(graphOfText(values.program), {
      terminalOf: terminalsOfJob(placementOf(values), network),
      packetBytes,
      host,
      ...(cycleSeconds === undefined ? {} : { cyclesOf: (nanoseconds: number) => cyclesOfNanoseconds(nanoseconds, cycleSeconds) }),
    });
  },
});

/** Nanoseconds in whole cycles, halves rounded up. It multiplies by a whole rate before it divides, so that halves are exact. */
export const cyclesOfNanoseconds = (nanoseconds: number, cycleSeconds: number): number =>
  Math.round((nanoseconds * Math.round(phitBytes / cycleSeconds)) / (phitBytes * 1e9));

function tooManyRanks({ message }: ValidationIssue): ValidationIssue {
  return { path: "program", message, remedy: "Choose a larger network, or another mapping." };
}

function tooManyBytesIssue(what: string, bytes: number, max: number): ValidationIssue {
  const [formattedBytes, limit] = [bytes, max].map((value) => formatQuantity(Number(value.toPrecision(4)), "bytes"));
  return {
    path: "program",
    message: `${what} ${formattedBytes} cannot be simulated packet by packet; expected at most ${limit}.`,
    remedy: "Choose fluid flow.",
  };
}
