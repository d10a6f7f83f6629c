/**
 * A timeline in the Trace Event Format, which Perfetto and the tracing page of Chromium open: a thread for each rank, a
 * complete event for each stretch, and a flow for each message from who hands it over to who takes it.
 */
import { kindOf, lengthOf, peerOf, ranksIn, stepOf, stretchAfter, taskOf, type Told } from "./told.ts";

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
 * @param cycleSeconds seconds of a cycle; null where it is not known, and one cycle is written as 1 µs
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
      const step = stepOf(timeline, s);
      return {
        name: kind === "compute" && task !== "" ? task : kind,
        cat: kind,
        ph: "X",
        ts: time(timeline.from[s]),
        dur: time(lengthOf(timeline, s)),
        pid: 0,
        tid: rank,
        args: {
          ...(task === "" ? {} : { task }),
          // A start has a name, but no step; and neither has a sort of work.
          ...(step < 0 ? {} : { step }),
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
      time: cycleSeconds === null ? "1 µs stands for one cycle, whose length is not known" : `one cycle is ${cycleSeconds} s`,
    },
  };
}

/** Both ends of every message that has arrived, each in the slice that it belongs to. */
function flowsOf(told: Told, time: (cycle: number) => number): readonly TraceEvent[] {
  const { timeline, messages } = told;
  const { sends, receives } = handsOf(told);
  const flows: TraceEvent[] = [];
  messages.forEach(({ created, delivered }, m) => {
    if (created < 0 || delivered < created) return;
    const [from, to] = [timeline.source[m], timeline.destination[m]];
    const leaves = momentIn(told, from, sends[m], created);
    const arrives = Math.max(leaves, momentIn(told, to, receives[m], delivered + 1));
    const flow = { name: "message", cat: "message", pid: 0, id: m, args: { message: m } };
    flows.push({ ...flow, ph: "s", tid: from, ts: time(leaves) }, { ...flow, ph: "f", bp: "e", tid: to, ts: time(arrives) });
  });
  return flows;
}

/** The slices in which messages are handed over, and those in which they are taken; −1 where there is none. */
function handsOf({ timeline, messages }: Told): { readonly sends: readonly number[]; readonly receives: readonly number[] } {
  const [sends, receives] = [messages.map(() => -1), messages.map(() => -1)];
  timeline.message.forEach((message, s) => {
    if (message < 0) return;
    const kind = kindOf(timeline, s);
    if (kind === "send") sends[message] = s;
    if (kind === "receive") receives[message] = s;
  });
  return { sends, receives };
}

/** A moment within a slice of a rank: its middle; where it has no length or there is none, the beginning of the next one, but not before a cycle. */
function momentIn({ timeline }: Told, rank: number, slice: number, cycle: number): number {
  if (slice >= 0 && lengthOf(timeline, slice) > 0) return (timeline.from[slice] + timeline.to[slice]) / 2;
  const s = stretchAfter(timeline, rank, slice >= 0 ? timeline.to[slice] : cycle);
  return s < timeline.first[rank + 1] ? Math.max(cycle, timeline.from[s]) : cycle;
}
