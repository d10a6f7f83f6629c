/** Timeline of the ranks of a program: the intervals of a Gantt chart. */
import { takesTimeToSend } from "../programs/hosts.ts";
import { Cursor } from "../programs/cursor.ts";
import { messagesOf, operationsOf, type ProgramMessage } from "../programs/operations.ts";
import { jobOfRanks, jobsOf, type Program } from "../programs/program.ts";
import { type Frame, pastCycle } from "../simulation/frame.ts";
import type { Timeline } from "./results.ts";

/**
 * Activity of a rank in an interval:
 * - `compute`: it computes
 * - `send`: it sends a message, or waits until its sends have arrived, or until its processor and adapter have handled messages
 * - `receive`: it takes a message, or waits for a message in flight
 * - `wait`: it waits for a message that has not been sent, or at a barrier
 */
export const stretchKinds = ["compute", "send", "receive", "wait"] as const;
export type StretchKind = (typeof stretchKinds)[number];

/** Timeline of a program's completed run whose operations were timed. */
export function timelineOf(program: Program, frame: Frame): Timeline {
  const { ranks, host } = program;
  const [isBusy, jobs, jobOf] = [takesTimeToSend(host), jobsOf(program), jobOfRanks(program)];
  const { operationFrom, operationTo, messageCreated, messageDelivered, rankDone } = frame;
  const messages = messagesOf(program);
  const takes = messagesOfMailboxes(program, messages, frame);
  /**
   * Removes the message that a receive took from those of its mailbox: the first, unless the receive had replied to the request of another
   * one.
   */
  const take = (box: number[], begin: number, end: number) => {
    const answered = box.findIndex(
      (m) => messages[m].asks && messageDelivered[m] + 1 > begin + pastCycle && messageDelivered[m] + pastCycle < end,
    );
    return box.splice(Math.max(0, answered), 1)[0];
  };
  const [kind, from, to, task, message]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  const first = [0];
  const after: number[] = [];
  const cursor = new Cursor(program);
  let timed = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let present = -1;
    const push = (is: StretchKind, begin: number, end: number, of: number) => {
      kind.push(stretchKinds.indexOf(is));
      from.push(begin);
      to.push(end);
      task.push(present);
      message.push(of);
    };
    // Gaps between operations are time in which the rank handles or waits for its sends.
    const { begin: start } = jobs[jobOf[rank]];
    const fill = (end: number) => {
      const ended = kind.length > first[rank] ? to[to.length - 1] : start;
      if (end > ended) push("send", ended, end, -1);
    };
    for (const operation of operationsOf(program, rank, cursor)) {
      if (operation.is === "task") present = operation.place;
      if (operation.is === "task" || operation.is === "phase") continue;
      const isSend = operation.is === "send";
      const isHeard = isSend && operation.message.packets === 0;
      if (isSend) {
        // An overheard copy was handed over with the send before it.
        after.push(isHeard ? after[after.length - 1] : kind.length > first[rank] ? kind.length - 1 : -1);
        if (isHeard || !isBusy) continue;
      }
      const [begin, end] = [operationFrom[timed], operationTo[timed]];
      timed++;
      fill(begin);
      if (operation.is === "compute") push("compute", begin, end, -1);
      else if (operation.is === "receive") {
        const m = take(takes.get(operation.mailbox)!, begin, end);
        const handed = Math.min(Math.max(begin, messageCreated[m]), end);
        if (handed > begin) push("wait", begin, handed, m);
        push("receive", handed, end, m);
      } else if (end > begin) push(operation.is === "barrier" ? "wait" : "send", begin, end, isSend ? after.length - 1 : -1);
    }
    // The rank ends when its sends by rendezvous have arrived.
    fill(rankDone[rank]);
    first.push(kind.length);
  }
  return ofStretches(program, messages, { first, kind, from, to, task, message, after });
}

/** Assembles a timeline from the intervals and messages of a program. */
export function ofStretches(
  program: Program,
  messages: readonly ProgramMessage[],
  { after, ...stretches }: Pick<Timeline, "first" | "kind" | "from" | "to" | "task" | "message" | "after">,
): Timeline {
  return {
    terminals: Array.from(program.terminalOf),
    ...(jobsOf(program).length === 1 ? {} : { jobs: Array.from(jobOfRanks(program)) }),
    ...stretches,
    source: messages.map((each) => each.from),
    destination: messages.map((each) => each.to),
    after,
    tasks: program.tasks,
  };
}

/** The messages of each mailbox in the order of arrival. */
function messagesOfMailboxes(
  { trees = [] }: Program,
  messages: readonly ProgramMessage[],
  { messageCreated, messageDelivered: delivered }: Frame,
): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>();
  /** [tree][round] The contribution that was handed over last; the receivers of the result wait for it. */
  const last = trees.map((): number[] => []);
  const given = trees.map(() => new Map<number, number>());
  const treeOf = new Map(trees.flatMap(({ mailbox }, tree) => Array.from(mailbox, (box) => [box, tree] as const)));
  messages.forEach(({ mailbox, from }, m) => {
    const tree = treeOf.get(mailbox);
    if (tree !== undefined) {
      const round = given[tree].get(from) ?? 0;
      given[tree].set(from, round + 1);
      if (!(messageCreated[m] <= messageCreated[last[tree][round]])) last[tree][round] = m;
      return;
    }
    const others = found.get(mailbox);
    if (others === undefined) found.set(mailbox, [m]);
    else others.push(m);
  });
  for (const [box, tree] of treeOf) found.set(box, [...last[tree]]);
  for (const each of found.values()) each.sort((a, b) => delivered[a] - delivered[b] || a - b);
  return found;
}
