/**
 * A timeline in the Trace Event Format, which Perfetto and the tracing page of Chromium open: a thread for each rank, a complete event for
 * each interval, and a flow for each message from its sender to its receiver.
 */
import {
  intervalKind,
  intervalLength,
  peerOf,
  rankCount,
  taskStepOf,
  intervalAfter,
  taskNameOf,
  type RankTimeline,
} from "./rank-timeline.ts";

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

export interface TraceDocument {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: "ms" | "ns";
  readonly otherData: Readonly<Record<string, string>>;
}

/** Order of events with equal time: a slice begins before a flow leaves or reaches it, and longer slices come first. */
const orderOfPhase = { M: 0, X: 1, s: 2, f: 3 } as const;

/**
 * The run as a document in Chrome's trace event format: a thread for each rank, a slice for each interval of its activity, and flow events
 * for messages. Times are in microseconds.
 * @param cycleSeconds Length of a cycle in seconds; null where it is unknown, then a cycle is written as 1 µs.
 */
export function traceDocumentOf(rankTimeline: RankTimeline, cycleSeconds: number | null, title: string): TraceDocument {
  const { timeline } = rankTimeline;
  // Twelve digits: digits beyond them are rounding errors of the multiplication.
  const toMicroseconds = (cycle: number) => (cycleSeconds === null ? cycle : Number((cycle * cycleSeconds * 1e6).toPrecision(12)));
  const ranks = Array.from({ length: rankCount(timeline) }, (_, rank) => rank);
  // Phases of trace events (`ph`): M is metadata, X a slice.
  const threadNames = ranks.flatMap((rank): TraceEvent[] => {
    const thread = { ph: "M", pid: 0, tid: rank } as const;
    return [
      { name: "thread_name", ...thread, args: { name: `rank ${rank} on terminal ${timeline.terminals[rank]}` } },
      { name: "thread_sort_index", ...thread, args: { sort_index: rank } },
    ];
  });
  const slices = ranks.flatMap((rank) =>
    Array.from({ length: timeline.first[rank + 1] - timeline.first[rank] }, (_, i): TraceEvent => {
      const intervalIndex = timeline.first[rank] + i;
      const [kind, task, peer, message] = [
        intervalKind(timeline, intervalIndex),
        taskNameOf(timeline, intervalIndex),
        peerOf(timeline, intervalIndex, rank),
        timeline.message[intervalIndex],
      ];
      const step = taskStepOf(timeline, intervalIndex);
      return {
        name: kind === "compute" && task !== "" ? task : kind,
        cat: kind,
        ph: "X",
        ts: toMicroseconds(timeline.from[intervalIndex]),
        dur: toMicroseconds(intervalLength(timeline, intervalIndex)),
        pid: 0,
        tid: rank,
        args: {
          ...(task === "" ? {} : { task }),
          // Preparatory computations and named kinds of work have a name, but no step.
          ...(step < 0 ? {} : { step }),
          ...(message < 0 ? {} : { message }),
          ...(peer < 0 ? {} : { partner: peer }),
        },
      };
    }),
  );
  const events = [...slices, ...flowEvents(rankTimeline, toMicroseconds)];
  // Sorting is stable: equal events stay in the order of ranks.
  events.sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0) || orderOfPhase[a.ph] - orderOfPhase[b.ph] || (b.dur ?? 0) - (a.dur ?? 0));
  const process: TraceEvent = { name: "process_name", ph: "M", pid: 0, tid: 0, args: { name: title } };
  return {
    traceEvents: [process, ...threadNames, ...events],
    displayTimeUnit: "ms",
    otherData: {
      source: "Fabricscope",
      time: cycleSeconds === null ? "1 µs represents one cycle, whose length is not known" : `one cycle is ${cycleSeconds} s`,
    },
  };
}

/** Flow events for both ends of every message that has arrived, each bound to the slice that sends or receives the message. */
function flowEvents(rankTimeline: RankTimeline, toMicroseconds: (cycle: number) => number): readonly TraceEvent[] {
  const { timeline, messages } = rankTimeline;
  const { sends, receives } = slicesOfMessages(rankTimeline);
  const flows: TraceEvent[] = [];
  messages.forEach(({ created, delivered }, messageIndex) => {
    if (created < 0 || delivered < created) return;
    const [from, to] = [timeline.source[messageIndex], timeline.destination[messageIndex]];
    const leavesAt = timeInSlice(rankTimeline, from, sends[messageIndex], created);
    const arrivesAt = Math.max(leavesAt, timeInSlice(rankTimeline, to, receives[messageIndex], delivered + 1));
    const flow = { name: "message", cat: "message", pid: 0, id: messageIndex, args: { message: messageIndex } };
    flows.push(
      { ...flow, ph: "s", tid: from, ts: toMicroseconds(leavesAt) },
      { ...flow, ph: "f", bp: "e", tid: to, ts: toMicroseconds(arrivesAt) },
    );
  });
  return flows;
}

/** For each message the slice in which it is sent and the slice in which it is received; −1 for none. */
function slicesOfMessages({ timeline, messages }: RankTimeline): {
  readonly sends: readonly number[];
  readonly receives: readonly number[];
} {
  const [sends, receives] = [messages.map(() => -1), messages.map(() => -1)];
  timeline.message.forEach((message, intervalIndex) => {
    if (message < 0) return;
    const kind = intervalKind(timeline, intervalIndex);
    if (kind === "send") sends[message] = intervalIndex;
    if (kind === "receive") receives[message] = intervalIndex;
  });
  return { sends, receives };
}

/**
 * A time within a slice of a rank: its middle. If the slice has no length or is missing, the beginning of the next slice, but not before
 * `cycle`.
 */
function timeInSlice({ timeline }: RankTimeline, rank: number, slice: number, cycle: number): number {
  if (slice >= 0 && intervalLength(timeline, slice) > 0) return (timeline.from[slice] + timeline.to[slice]) / 2;
  const intervalIndex = intervalAfter(timeline, rank, slice >= 0 ? timeline.to[slice] : cycle);
  return intervalIndex < timeline.first[rank + 1] ? Math.max(cycle, timeline.from[intervalIndex]) : cycle;
}
