/**
 * A timeline in the Trace Event Format, which Perfetto and the tracing page of Chromium open: a thread for each rank, a
 * complete event for each stretch, and a flow for each message from who hands it over to who takes it.
 */
import { kindOf, lengthOf, peerOf, ranksIn, stretchAfter, takersOf, taskOf, type Told } from "./told.ts";

/** One event. Times are microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: "M" | "X" | "s" | "f";
  readonly pid: number;
  readonly tid: number;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  /** Both ends of a flow have the same. */
  readonly id?: number;
  /** Where a flow ends: in the slice around that moment. */
  readonly bp?: "e";
  readonly args?: Readonly<Record<string, string | number>>;
}

export interface Trace {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: "ms" | "ns";
  readonly otherData: Readonly<Record<string, string>>;
}

/** The order of events at one moment: a slice begins before a flow leaves or reaches it, the longer one first. */
const order = { M: 0, X: 1, s: 2, f: 3 } as const;

/**
 * The trace of a run.
 * @param cycleSeconds seconds of a cycle; null where nobody says, and one cycle is written as 1 µs
 */
export function traceOf(told: Told, cycleSeconds: number | null, title: string): Trace {
  const { timeline } = told;
  // Twelve digits: what the factor adds behind them is noise.
  const time = (cycle: number) => (cycleSeconds === null ? cycle : Number((cycle * cycleSeconds * 1e6).toPrecision(12)));
  const ranks = Array.from({ length: ranksIn(timeline) }, (_, rank) => rank);
  const heads = ranks.flatMap((rank): TraceEvent[] => {
    const thread = { ph: "M", pid: 0, tid: rank } as const;
    return [
      { name: "thread_name", ...thread, args: { name: `rank ${rank} on terminal ${timeline.terminals[rank]}` } },
      { name: "thread_sort_index", ...thread, args: { sort_index: rank } },
    ];
  });
  const slices = ranks.flatMap((rank) =>
    Array.from({ length: timeline.first[rank + 1] - timeline.first[rank] }, (_, i): TraceEvent => {
      const s = timeline.first[rank] + i;
      const [kind, task, peer, message] = [kindOf(timeline, s), taskOf(timeline, s), peerOf(timeline, s, rank), timeline.message[s]];
      return {
        name: kind === "compute" && task !== "" ? task : kind,
        cat: kind,
        ph: "X",
        ts: time(timeline.from[s]),
        dur: time(lengthOf(timeline, s)),
        pid: 0,
        tid: rank,
        args: {
          ...(task === "" ? {} : { task, step: timeline.tasks[timeline.task[s]].step }),
          ...(message < 0 ? {} : { message }),
          ...(peer < 0 ? {} : { partner: peer }),
        },
      };
    }),
  );
  const events = [...slices, ...flowsOf(told, time)];
  // Sorting keeps what is equal in its order: the ranks'.
  events.sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0) || order[a.ph] - order[b.ph] || (b.dur ?? 0) - (a.dur ?? 0));
  const process: TraceEvent = { name: "process_name", ph: "M", pid: 0, tid: 0, args: { name: title } };
  return {
    traceEvents: [process, ...heads, ...events],
    displayTimeUnit: "ms",
    otherData: {
      source: "Fabricscope",
      time: cycleSeconds === null ? "1 µs stands for one cycle: nobody says how long a cycle is" : `one cycle is ${cycleSeconds} s`,
    },
  };
}

/** Both ends of every message that has arrived, each in the slice that it belongs to. */
function flowsOf(told: Told, time: (cycle: number) => number): readonly TraceEvent[] {
  const { timeline, messages } = told;
  const flows: TraceEvent[] = [];
  let id = 0;
  messages.forEach(({ created, delivered }, m) => {
    if (created < 0 || delivered < created) return;
    for (const taker of takersOf(timeline, m)) {
      const leaves = momentIn(told, timeline.source[m], m, created);
      const arrives = Math.max(leaves, momentIn(told, taker, m, delivered + 1));
      const flow = { name: "message", cat: "message", pid: 0, id: id++, args: { message: m } };
      flows.push(
        { ...flow, ph: "s", tid: timeline.source[m], ts: time(leaves) },
        { ...flow, ph: "f", bp: "e", tid: taker, ts: time(arrives) },
      );
    }
  });
  return flows;
}

/** A moment within the slice in which a rank hands over or takes a message: its middle; where no slice with a length does, that of the next one. */
function momentIn({ timeline }: Told, rank: number, message: number, cycle: number): number {
  const last = timeline.first[rank + 1];
  let found = -1;
  for (let s = timeline.first[rank]; s < last; s++) {
    const kind = kindOf(timeline, s);
    if (timeline.message[s] === message && (kind === "send" || kind === "receive")) found = s;
  }
  if (found >= 0 && lengthOf(timeline, found) > 0) return (timeline.from[found] + timeline.to[found]) / 2;
  const s = stretchAfter(timeline, rank, found >= 0 ? timeline.to[found] : cycle);
  return s < last ? Math.max(cycle, timeline.from[s]) : cycle;
}
