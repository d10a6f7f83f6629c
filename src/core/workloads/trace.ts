/** A program that was recorded or written elsewhere: a graph of sends, receives and computing, as GOAL has them. */
import type { ValidationIssue } from "../base/errors.ts";
import { lately } from "../base/once.ts";
import type { ValuesOf } from "../base/params.ts";
import { formatQuantity } from "../base/units.ts";
import { any, graphOp, type ProgramGraph } from "../plan/graph.ts";
import { checkGraphText, graphOf, graphText } from "../plan/graph-param.ts";
import { programOfGraph } from "../plan/program-of-graph.ts";
import { workload } from "./contract.ts";
import { checkPlaces, terminalsOf } from "./job/job.ts";
import { longestMessage, mostBytes, rankParams } from "./program.ts";

const params = {
  program: graphText({
    title: "Program",
    help: "What each rank does, and what waits for what, as the page writes a file. Computing is told in nanoseconds; without a rate of links a nanosecond is a cycle.",
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

/** What of a graph does not depend on the network. */
interface Sums {
  readonly bytes: number;
  /** The longest message. */
  readonly longest: number;
  readonly issues: readonly ValidationIssue[];
}

const sumsOf = lately((text: string): Sums => {
  const graph = graphOf(text);
  const { code, amount } = graph;
  let [bytes, longest] = [0, 0];
  for (let o = 0; o < code.length; o++) {
    if (code[o] !== graphOp.send) continue;
    bytes += amount[o];
    longest = Math.max(longest, amount[o]);
  }
  return { bytes, longest, issues: [...toItself(graph), ...inVain(graph)].slice(0, 1) };
}, 2);

const issue = (message: string, remedy: string): ValidationIssue => ({ path: "program", message, remedy });

/** The first rank that sends to itself. */
function toItself({ ranks, first, code, peer }: ProgramGraph): readonly ValidationIssue[] {
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++)
      if (code[o] === graphOp.send && peer[o] === r)
        return [issue(`rank ${r} sends to itself; a network carries messages between two ranks.`, "Write it as computing.")];
  return [];
}

/** The first rank that waits for more messages than are sent to it: of one rank and tag, or in all where it takes any. */
function inVain({ ranks, first, code, peer, tag }: ProgramGraph): readonly ValidationIssue[] {
  const isWild = new Uint8Array(ranks);
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++) if (code[o] === graphOp.receive && (peer[o] === any || tag[o] === any)) isWild[r] = 1;
  const sent = new Map<number, Map<number, number>>();
  const add = (to: number, from: number, mark: number, by: number): number => {
    const pair = isWild[to] === 1 ? to * (ranks + 1) : to * (ranks + 1) + from + 1;
    let marks = sent.get(pair);
    if (marks === undefined) sent.set(pair, (marks = new Map()));
    const key = isWild[to] === 1 ? 0 : mark;
    const sum = (marks.get(key) ?? 0) + by;
    marks.set(key, sum);
    return sum;
  };
  for (let r = 0; r < ranks; r++) for (let o = first[r]; o < first[r + 1]; o++) if (code[o] === graphOp.send) add(peer[o], r, tag[o], 1);
  for (let r = 0; r < ranks; r++) {
    for (let o = first[r]; o < first[r + 1]; o++) {
      if (code[o] !== graphOp.receive || add(r, peer[o], tag[o], -1) >= 0) continue;
      const from = isWild[r] === 1 ? "messages" : `messages of rank ${peer[o]} with tag ${tag[o]}`;
      return [issue(`rank ${r} waits for more ${from} than are sent to it.`, "Take all ranks of the trace, and whole phases of it.")];
    }
  }
  return [];
}

const placing = ({ program, mapping }: Values) => ({ mapping, ranks: graphOf(program).ranks });

export const trace = workload({
  id: "trace",
  title: "trace",
  article: "",
  group: "Rank programs",
  summary: "What ranks did elsewhere: sends, receives and computing, each waiting for others, on one or more processors of a rank.",
  source: "Hoefler, Siebert, Lumsdaine (GOAL, ICPP 2009); Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010)",
  params,
  phrase: "a {title} of {program}",
  taken: "opened a trace",
  examples: [
    {},
    // Three ranks, two processors, a message of any rank; and a reduction of 1,024 B along a binomial tree of eight.
    { program: "ADIAAADABAAAACGgCBCAAAsJBQBAAABCAACIEUBTAAABBCAABEoBBAAABECB0PBCBABFmCBWAAABGAABECoG" },
    { program: "AIGADACABAEADACABABHAAACggBBTAABEEDIBGAAABggBBTAAACBSAABEDBSAAABFCDEGIAAG" },
  ],
  endless: false,
  bytes: ({ program }) => sumsOf(program).bytes,
  check(values, site, { isFluid }) {
    const unread = checkGraphText(values.program, "program");
    if (unread.length > 0) return unread;
    const misplaced = checkPlaces(placing(values), site).map((each) => (each.path === "ranks" ? tooManyRanks(each) : each));
    if (misplaced.length > 0) return misplaced;
    const { bytes, longest, issues } = sumsOf(values.program);
    if (issues.length > 0 || isFluid) return issues;
    if (longest > longestMessage) return [tooMuch("a message of", longest, longestMessage)];
    return bytes > mostBytes ? [tooMuch("messages of", bytes, mostBytes)] : [];
  },
  terminals: (values, ground) => terminalsOf(placing(values), ground),
  compile(values, { network, packetBytes, cycleSeconds, host }) {
    return programOfGraph(graphOf(values.program), {
      terminalOf: terminalsOf(placing(values), network),
      packetBytes,
      host,
      ...(cycleSeconds === undefined ? {} : { cycles: (nanoseconds: number) => Math.round((nanoseconds * 1e-9) / cycleSeconds) }),
    });
  },
});

function tooManyRanks({ message }: ValidationIssue): ValidationIssue {
  return { path: "program", message, remedy: "Choose a larger network, or another mapping." };
}

function tooMuch(what: string, bytes: number, most: number): ValidationIssue {
  const [own, limit] = [bytes, most].map((each) => formatQuantity(Number(each.toPrecision(4)), "bytes"));
  return issue(`${what} ${own} are too much to be sent packet by packet; expected at most ${limit}.`, "Choose fluid flow.");
}
