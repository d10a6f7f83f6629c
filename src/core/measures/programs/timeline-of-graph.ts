/**
 * Timeline of the ranks of a dependency graph. Several operations of a rank may overlap; each moment is assigned to the first of these that
 * applies: the rank computes; it sends or takes a message; it receives, or waits for, the message that completes next among its posted
 * receives; otherwise its sends still have to arrive. So the intervals of a rank do not overlap, as in the timeline of an operation list.
 */
import { takesTimeToSend } from "../../programs/hosts.ts";
import { Matching } from "../../programs/matching.ts";
import { messagesOf, type ProgramMessage } from "../../programs/operations.ts";
import { codeAt, jobOfRanks, jobsOf, mailboxAt, op, type Program, sizeAt } from "../../programs/program.ts";
import { type Frame, pastCycle } from "../../simulation/frame.ts";
import { isTimed } from "../../simulation/program-record.ts";
import type { Timeline } from "../results.ts";
import { ofStretches, type StretchKind, stretchKinds } from "../timeline.ts";

interface Timed {
  readonly place: number;
  readonly code: number;
  readonly from: number;
  readonly to: number;
  /** The message that it sends or takes; −1 for none. */
  readonly message: number;
}

/** Timeline of a graph whose operations were timed and whose ranks have ended; null if the message of a receive cannot be determined. */
export function timelineOfGraph(program: Program, frame: Frame): Timeline | null {
  const { ranks, first: firstOf, firstMessage, graph } = program;
  // A request may be answered before its data arrive. Which request it was is known only if every receive names its source.
  const isWild = graph!.takers.length !== graph!.firstTaker.length - 1;
  if (isWild && program.rendezvous > 0) return null;
  const messages = messagesOf(program);
  const jobs = jobsOf(program);
  const jobOf = jobOfRanks(program);
  const timed = timedOf(program, frame, messages);
  const [kind, from, to, task, message]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  const [first, after] = [[0], messages.map(() => -1)];
  for (let rank = 0, next = 0; rank < ranks; rank++) {
    const begin = next;
    while (next < timed.length && timed[next].place < firstOf[rank + 1]) next++;
    const own = timed.slice(begin, next);
    let last: Said | null = null;
    for (const said of saidOf(own, frame, jobs[jobOf[rank]].begin, frame.rankDone[rank])) {
      if (last?.kind === said.kind && last.by === said.by) to[to.length - 1] = said.to;
      else {
        kind.push(stretchKinds.indexOf(said.kind));
        from.push(said.from);
        to.push(said.to);
        task.push(-1);
        message.push(said.message);
      }
      last = said;
    }
    for (let m = firstMessage[rank]; m < firstMessage[rank + 1]; m++) {
      let s = kind.length - 1;
      while (s >= first[rank] && to[s] > frame.messageCreated[m] + pastCycle) s--;
      after[m] = s >= first[rank] ? s : -1;
    }
    first.push(kind.length);
  }
  return ofStretches(program, messages, { first, kind, from, to, task, message, after });
}

interface Said {
  readonly kind: StretchKind;
  readonly from: number;
  readonly to: number;
  readonly message: number;
  /** The operation that the interval belongs to; −1 for none. */
  readonly by: number;
}

/** Intervals of a rank, from its beginning to its end. */
function saidOf(own: readonly Timed[], { messageCreated }: Frame, begin: number, end: number): readonly Said[] {
  const receives = own.filter(({ code }) => code === op.receive).sort((a, b) => a.to - b.to || a.place - b.place);
  const others = own.filter(({ code, from, to }) => code !== op.receive && to > from).sort((a, b) => a.from - b.from || a.place - b.place);
  const times = own.flatMap((each) => [each.from, each.to, ...(each.code === op.receive ? [messageCreated[each.message]] : [])]);
  const marks = [...new Set([begin, ...times, end])].filter((time) => time >= begin && time <= end).sort((a, b) => a - b);
  const said: Said[] = [];
  let [next, due] = [0, 0];
  let active: Timed[] = [];
  for (let i = 0; i + 1 < marks.length; i++) {
    const [from, to] = [marks[i], marks[i + 1]];
    for (; next < others.length && others[next].from <= from; next++) active.push(others[next]);
    active = active.filter((each) => each.to > from);
    while (due < receives.length && receives[due].to <= from) due++;
    // The rank computes or sends; otherwise it waits for the receive that completes next, or for its sends.
    const busy = active.find(({ code }) => code === op.compute) ?? active.find(({ code }) => code === op.send) ?? active[0];
    let k = due;
    while (k < receives.length && receives[k].from > from) k++;
    const awaited = receives[k];
    if (busy !== undefined)
      said.push({ kind: kindOf(busy.code), from, to, message: busy.code === op.send ? busy.message : -1, by: busy.place });
    else if (awaited === undefined) said.push({ kind: "send", from, to, message: -1, by: -1 });
    else {
      const isSent = messageCreated[awaited.message] <= from;
      said.push({ kind: isSent ? "receive" : "wait", from, to, message: awaited.message, by: awaited.place });
    }
  }
  return said;
}

function kindOf(code: number): StretchKind {
  return code === op.compute ? "compute" : code === op.barrier ? "wait" : "send";
}

/** All timed operations, with their messages. */
function timedOf(
  program: Program,
  { operationFrom, operationTo, messageCreated, messageDelivered }: Frame,
  messages: readonly ProgramMessage[],
) {
  const { first, ops, host, ranks } = program;
  const timed: Timed[] = [];
  let [t, sent] = [0, 0];
  const isBusy = takesTimeToSend(host);
  for (let place = 0; place < first[ranks]; place++) {
    const code = codeAt(ops, place);
    const message = code === op.send ? sent++ : -1;
    if (!isTimed(code, sizeAt(ops, place), isBusy)) continue;
    timed.push({ place, code, from: operationFrom[t], to: operationTo[t], message });
    t++;
  }
  const taken = takenIn(program, timed, messages, messageCreated, messageDelivered);
  return timed.map((each) => (each.code === op.receive ? { ...each, message: taken.get(each.place)! } : each));
}

/** Message of each receive operation: replays the arrivals and the posted receives in the order of their times. */
function takenIn(
  { first, graph, ops, owner, ranks }: Program,
  timed: readonly Timed[],
  messages: readonly ProgramMessage[],
  created: Float64Array,
  delivered: Float64Array,
): ReadonlyMap<number, number> {
  const matching = new Matching(owner.length, first[ranks], graph!.firstTaker, graph!.takers);
  const order = (m: number) => (messages[m].asks ? created[m] : delivered[m] + 1);
  const come = messages
    .map((_, m) => ({ isMessage: true as const, at: order(m), m }))
    .sort((a, b) => a.at - b.at || messages[a.m].from - messages[b.m].from || created[a.m] - created[b.m] || a.m - b.m);
  const posts = timed.flatMap(({ code, from, place }) => (code === op.receive ? { isMessage: false as const, at: from, place } : []));
  const events = [...come, ...posts.sort((a, b) => a.at - b.at || a.place - b.place)].sort((a, b) => a.at - b.at);
  const taken = new Map<number, number>();
  for (const event of events) {
    const place = event.isMessage ? matching.arrive(event.m, messages[event.m].mailbox) : event.place;
    const m = event.isMessage ? event.m : matching.post(place, mailboxAt(ops, place));
    if (place >= 0 && m >= 0) taken.set(place, m);
  }
  return taken;
}
