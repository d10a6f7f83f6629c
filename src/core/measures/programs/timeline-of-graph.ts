/**
 * Timeline of the ranks of a dependency graph. Several operations of a rank may overlap; each moment is assigned to the first of these that
 * applies: the rank computes; it sends or takes a message; it receives, or waits for, the message that completes next among its posted
 * receives; otherwise its sends still have to arrive. So the intervals of a rank do not overlap, as in the timeline of an operation list.
 */
import { isSendingCostly } from "../../programs/hosts.ts";
import { MessageMatcher } from "../../programs/matching.ts";
import { messagesOfProgram, type ProgramMessage } from "../../programs/operations.ts";
import { codeAt, jobOfRanks, jobsOfProgram, mailboxAt, op, type Program, sizeAt } from "../../programs/program.ts";
import { type Frame, cycleTolerance } from "../../simulation/frame.ts";
import { isTimed } from "../../simulation/program-record.ts";
import type { Timeline } from "../results.ts";
import { timelineOfIntervals, type ActivityKind, activityKinds } from "../timeline.ts";

interface TimedOperation {
  readonly operation: number;
  readonly code: number;
  readonly from: number;
  readonly to: number;
  /** The message that the operation sends or takes; −1 for none. */
  readonly message: number;
}

/**
 * The timeline of the ranks of a dependency graph: intervals in which a rank computes, sends, receives or waits. The frame of a finished
 * run has the times of all timed operations. Null if the message of a receive cannot be determined.
 */
export function timelineOfGraph(program: Program, frame: Frame): Timeline | null {
  const { ranks, first: firstOperation, firstMessage, graph } = program;
  // A request may be answered before its data arrive. Which request it was is known only if every receive names its source.
  const hasAnySource = graph!.takers.length !== graph!.firstTaker.length - 1;
  if (hasAnySource && program.rendezvous > 0) return null;
  const messages = messagesOfProgram(program);
  const jobs = jobsOfProgram(program);
  const jobOf = jobOfRanks(program);
  const timedOperations = timedOperationsOf(program, frame, messages);
  // By interval: its activity, begin and end in cycles, task and message (−1 for none). By rank: its first interval. By message: the last
  // interval of its sender that ended before the message was created.
  const [kind, from, to, task, message]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  const [first, intervalBefore] = [[0], messages.map(() => -1)];
  for (let rank = 0, nextTimed = 0; rank < ranks; rank++) {
    const firstTimed = nextTimed;
    while (nextTimed < timedOperations.length && timedOperations[nextTimed].operation < firstOperation[rank + 1]) nextTimed++;
    const rankOperations = timedOperations.slice(firstTimed, nextTimed);
    // The intervals of the rank; consecutive intervals of the same operation and activity are merged.
    let previous: GraphInterval | null = null;
    for (const interval of intervalsOfRank(rankOperations, frame, jobs[jobOf[rank]].begin, frame.rankDone[rank])) {
      if (previous?.kind === interval.kind && previous.operation === interval.operation) to[to.length - 1] = interval.to;
      else {
        kind.push(activityKinds.indexOf(interval.kind));
        from.push(interval.from);
        to.push(interval.to);
        task.push(-1);
        message.push(interval.message);
      }
      previous = interval;
    }
    // For each message of the rank, search back for the last interval that ended before the message was created.
    for (let messageIndex = firstMessage[rank]; messageIndex < firstMessage[rank + 1]; messageIndex++) {
      let intervalIndex = kind.length - 1;
      while (intervalIndex >= first[rank] && to[intervalIndex] > frame.messageCreated[messageIndex] + cycleTolerance) intervalIndex--;
      intervalBefore[messageIndex] = intervalIndex >= first[rank] ? intervalIndex : -1;
    }
    first.push(kind.length);
  }
  return timelineOfIntervals(program, messages, { first, kind, from, to, task, message, after: intervalBefore });
}

interface GraphInterval {
  readonly kind: ActivityKind;
  readonly from: number;
  readonly to: number;
  readonly message: number;
  /** The operation that the interval belongs to; −1 for none. */
  readonly operation: number;
}

/**
 * Divides the time of a rank, from cycle `begin` to `end`, into intervals without overlap, each with what the rank does. Between two
 * boundaries (begin or end of an operation, or creation of an awaited message) nothing changes. All times are cycles.
 * @param operations Timed operations of the rank, which may overlap.
 */
function intervalsOfRank(
  operations: readonly TimedOperation[],
  { messageCreated }: Frame,
  begin: number,
  end: number,
): readonly GraphInterval[] {
  const receives = operations.filter(({ code }) => code === op.receive).sort((a, b) => a.to - b.to || a.operation - b.operation);
  const otherOperations = operations
    .filter(({ code, from, to }) => code !== op.receive && to > from)
    .sort((a, b) => a.from - b.from || a.operation - b.operation);
  const times = operations.flatMap((each) => [each.from, each.to, ...(each.code === op.receive ? [messageCreated[each.message]] : [])]);
  const boundaries = [...new Set([begin, ...times, end])].filter((time) => time >= begin && time <= end).sort((a, b) => a - b);
  const intervals: GraphInterval[] = [];
  let [nextOther, nextReceive] = [0, 0];
  let active: TimedOperation[] = [];
  for (let i = 0; i + 1 < boundaries.length; i++) {
    const [from, to] = [boundaries[i], boundaries[i + 1]];
    for (; nextOther < otherOperations.length && otherOperations[nextOther].from <= from; nextOther++)
      active.push(otherOperations[nextOther]);
    // What runs in this interval, and the receives that are not complete.
    active = active.filter((each) => each.to > from);
    while (nextReceive < receives.length && receives[nextReceive].to <= from) nextReceive++;
    // The rank computes or sends; otherwise it waits for the receive that completes next, or for its sends.
    const running = active.find(({ code }) => code === op.compute) ?? active.find(({ code }) => code === op.send) ?? active[0];
    let awaitedIndex = nextReceive;
    while (awaitedIndex < receives.length && receives[awaitedIndex].from > from) awaitedIndex++;
    const awaited = receives[awaitedIndex];
    if (running !== undefined)
      intervals.push({
        kind: activityOf(running.code),
        from,
        to,
        message: running.code === op.send ? running.message : -1,
        operation: running.operation,
      });
    else if (awaited === undefined) intervals.push({ kind: "send", from, to, message: -1, operation: -1 });
    else {
      const hasBeenSent = messageCreated[awaited.message] <= from;
      intervals.push({ kind: hasBeenSent ? "receive" : "wait", from, to, message: awaited.message, operation: awaited.operation });
    }
  }
  return intervals;
}

function activityOf(code: number): ActivityKind {
  return code === op.compute ? "compute" : code === op.barrier ? "wait" : "send";
}

/**
 * All operations of a program that the frame has begin and end cycles for, in program order, each with the message that it sends or
 * receives. The frame lists only timed operations; `timedIndex` counts them.
 */
function timedOperationsOf(
  program: Program,
  { operationFrom, operationTo, messageCreated, messageDelivered }: Frame,
  messages: readonly ProgramMessage[],
) {
  const { first, ops, host, ranks } = program;
  const timed: TimedOperation[] = [];
  let [timedIndex, sendCount] = [0, 0];
  const isSendTimed = isSendingCostly(host);
  for (let operation = 0; operation < first[ranks]; operation++) {
    const code = codeAt(ops, operation);
    const message = code === op.send ? sendCount++ : -1;
    if (!isTimed(code, sizeAt(ops, operation), isSendTimed)) continue;
    timed.push({ operation, code, from: operationFrom[timedIndex], to: operationTo[timedIndex], message });
    timedIndex++;
  }
  const messageTakenBy = matchReceives(program, timed, messages, messageCreated, messageDelivered);
  return timed.map((each) => (each.code === op.receive ? { ...each, message: messageTakenBy.get(each.operation)! } : each));
}

/**
 * The message of each receive operation, by operation number: replays the arrivals of messages and the posted receives, in the order of
 * their times, through the matching rules of the run.
 * @param timed The timed operations of all ranks.
 * @param created Cycle in which each message was created.
 * @param delivered Cycle in which each message was delivered.
 */
function matchReceives(
  { first, graph, ops, owner, ranks }: Program,
  timed: readonly TimedOperation[],
  messages: readonly ProgramMessage[],
  created: Float64Array,
  delivered: Float64Array,
): ReadonlyMap<number, number> {
  const matching = new MessageMatcher(owner.length, first[ranks], graph!.firstTaker, graph!.takers);
  const arrivalTime = (messageIndex: number) => (messages[messageIndex].isRendezvous ? created[messageIndex] : delivered[messageIndex] + 1);
  const arrivals = messages
    .map((_, message) => ({ isMessage: true as const, at: arrivalTime(message), message }))
    .sort(
      (a, b) =>
        a.at - b.at ||
        messages[a.message].from - messages[b.message].from ||
        created[a.message] - created[b.message] ||
        a.message - b.message,
    );
  const posts = timed.flatMap(({ code, from, operation }) =>
    code === op.receive ? { isMessage: false as const, at: from, operation } : [],
  );
  // Sorting is stable, so at one time arrivals come before posted receives.
  const events = [...arrivals, ...posts.sort((a, b) => a.at - b.at || a.operation - b.operation)].sort((a, b) => a.at - b.at);
  const messageTakenBy = new Map<number, number>();
  for (const event of events) {
    // The matcher returns the other half of the match, −1 if there is none yet.
    const operation = event.isMessage ? matching.arrive(event.message, messages[event.message].mailbox) : event.operation;
    const messageIndex = event.isMessage ? event.message : matching.post(operation, mailboxAt(ops, operation));
    if (operation >= 0 && messageIndex >= 0) messageTakenBy.set(operation, messageIndex);
  }
  return messageTakenBy;
}
