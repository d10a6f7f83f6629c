/**
 * A timeline in the Trace Event Format, which Perfetto and the tracing page of Chromium open: a thread for each rank, a complete event for
 * each interval, and a flow for each message from its sender to its receiver.
 */
import { kindOf, lengthOf, peerOf, ranksIn, stepOf, stretchAfter, taskOf, type Told } from "./told.ts";

/** One event. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: "M" | "X" | "s" | "f";
  readonly pid: number;
  readonly tid: number;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  /** Identifier that the two ends of a flow share. */
  readonly id?: number;
  /** Binding point of the end of a flow: the enclosing slice. */
  readonly bp?: "e";
  readonly args?: Readonly<Record<string, string | number>>;
}

export interface Trace {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: "ms" | "ns";
  readonly otherData: Readonly<Record<string, string>>;
}

/** Order of events with equal time: a slice begins before a flow leaves or reaches it, and longer slices come first. */
const order = { M: 0, X: 1, s: 2, f: 3 } as const;

/**
 * The trace of a run.
 * @param cycleSeconds Length of a cycle in seconds; null where it is unknown, then a cycle is written as 1 µs.
 */
export function traceOf(told: Told, cycleSeconds: number | null, title: string): Trace {
  const { timeline } = told;
  // Twelve digits: digits beyond them are rounding errors of the multiplication.
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
          // Preparing computations and sorts of work have a name, but no step.
          ...(step < 0 ? {} : { step }),
          ...(message < 0 ? {} : { message }),
          ...(peer < 0 ? {} : { partner: peer }),
        },
      };
    }),
  );
  const events = [...slices, ...flowsOf(told, time)];
  // Sorting is stable: equal events stay in the order of ranks.
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

/** Both ends of every message that has arrived, each bound to its slice. */
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

/** For each message the slice in which it is sent and the slice in which it is received; −1 for none. */
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

/**
 * A time within a slice of a rank: its middle. If the slice has no length or is missing, the beginning of the next slice, but not before
 * `cycle`.
 */
function momentIn({ timeline }: Told, rank: number, slice: number, cycle: number): number {
  if (slice >= 0 && lengthOf(timeline, slice) > 0) return (timeline.from[slice] + timeline.to[slice]) / 2;
  const s = stretchAfter(timeline, rank, slice >= 0 ? timeline.to[slice] : cycle);
  return s < timeline.first[rank + 1] ? Math.max(cycle, timeline.from[s]) : cycle;
}
