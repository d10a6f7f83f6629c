/** Timeline of the ranks of a program: the intervals of a Gantt chart. */
import { isSendingCostly } from "../programs/hosts.ts";
import { Cursor } from "../programs/cursor.ts";
import { messagesOfProgram, operationsOf, type ProgramMessage } from "../programs/operations.ts";
import { jobOfRanks, jobsOfProgram, type Program } from "../programs/program.ts";
import { type Frame, cycleTolerance } from "../simulation/frame.ts";
import type { Timeline } from "./results.ts";

/**
 * Activity of a rank in an interval:
 * - `compute`: it computes
 * - `send`: it sends a message, or waits until its sends have arrived, or until its processor and adapter have handled messages
 * - `receive`: it takes a message, or waits for a message in flight
 * - `wait`: it waits for a message that has not been sent, or at a barrier
 */
export const activityKinds = ["compute", "send", "receive", "wait"] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Timeline of a program's completed run whose operations were timed. */
export function timelineOf(program: Program, frame: Frame): Timeline {
  const { ranks, host } = program;
  const [isSendTimed, jobs, jobOf] = [isSendingCostly(host), jobsOfProgram(program), jobOfRanks(program)];
  const { operationFrom, operationTo, messageCreated, messageDelivered, rankDone } = frame;
  const messages = messagesOfProgram(program);
  const messagesByMailbox = messagesOfMailboxes(program, messages, frame);
  /**
   * Removes the message that a receive took from the waiting messages of its mailbox: the first message, unless the receive had replied to
   * the request of another message.
   */
  const takeMessage = (waitingMessages: number[], begin: number, end: number) => {
    const repliedIndex = waitingMessages.findIndex(
      (messageIndex) =>
        messages[messageIndex].isRendezvous &&
        messageDelivered[messageIndex] + 1 > begin + cycleTolerance &&
        messageDelivered[messageIndex] + cycleTolerance < end,
    );
    return waitingMessages.splice(Math.max(0, repliedIndex), 1)[0];
  };
  const [kind, from, to, task, message]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  const first = [0];
  const after: number[] = [];
  const cursor = new Cursor(program);
  let timedIndex = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let currentTask = -1;
    const push = (activity: ActivityKind, begin: number, end: number, messageOfInterval: number) => {
      kind.push(activityKinds.indexOf(activity));
      from.push(begin);
      to.push(end);
      task.push(currentTask);
      message.push(messageOfInterval);
    };
    // Gaps between operations are time in which the rank handles or waits for its sends.
    const { begin: start } = jobs[jobOf[rank]];
    const fillGap = (end: number) => {
      const previousEnd = kind.length > first[rank] ? to[to.length - 1] : start;
      if (end > previousEnd) push("send", previousEnd, end, -1);
    };
    for (const operation of operationsOf(program, rank, cursor)) {
      if (operation.is === "task") currentTask = operation.index;
      if (operation.is === "task" || operation.is === "phase") continue;
      const isSend = operation.is === "send";
      const isOverheardCopy = isSend && operation.message.packets === 0;
      if (isSend) {
        // A copy of a message that another rank overhears was handed over with the send before it.
        after.push(isOverheardCopy ? after[after.length - 1] : kind.length > first[rank] ? kind.length - 1 : -1);
        if (isOverheardCopy || !isSendTimed) continue;
      }
      const [begin, end] = [operationFrom[timedIndex], operationTo[timedIndex]];
      timedIndex++;
      fillGap(begin);
      if (operation.is === "compute") push("compute", begin, end, -1);
      else if (operation.is === "receive") {
        const messageIndex = takeMessage(messagesByMailbox.get(operation.mailbox)!, begin, end);
        const sentAt = Math.min(Math.max(begin, messageCreated[messageIndex]), end);
        if (sentAt > begin) push("wait", begin, sentAt, messageIndex);
        push("receive", sentAt, end, messageIndex);
      } else if (end > begin) push(operation.is === "barrier" ? "wait" : "send", begin, end, isSend ? after.length - 1 : -1);
    }
    // The rank ends when its sends by rendezvous have arrived.
    fillGap(rankDone[rank]);
    first.push(kind.length);
  }
  return timelineOfIntervals(program, messages, { first, kind, from, to, task, message, after });
}

/** Assembles a timeline from the intervals and messages of a program. */
export function timelineOfIntervals(
  program: Program,
  messages: readonly ProgramMessage[],
  { after, ...intervals }: Pick<Timeline, "first" | "kind" | "from" | "to" | "task" | "message" | "after">,
): Timeline {
  return {
    terminals: Array.from(program.terminalOf),
    ...(jobsOfProgram(program).length === 1 ? {} : { jobs: Array.from(jobOfRanks(program)) }),
    ...intervals,
    source: messages.map((each) => each.from),
    destination: messages.map((each) => each.to),
    after,
    tasks: program.tasks,
  };
}

/**
 * The message numbers of each mailbox in the order of arrival. A mailbox of a reduction tree instead has one entry for each round of the
 * tree: the contribution that was handed over last, because the receivers of the result wait for it.
 */
function messagesOfMailboxes(
  { trees = [] }: Program,
  messages: readonly ProgramMessage[],
  { messageCreated, messageDelivered: delivered }: Frame,
): ReadonlyMap<number, number[]> {
  const messagesByMailbox = new Map<number, number[]>();
  /** [tree][round] The contribution that was handed over last. */
  const lastContributions = trees.map((): number[] => []);
  /** [tree] By rank: its contributions so far. */
  const contributionCounts = trees.map(() => new Map<number, number>());
  const treeOf = new Map(trees.flatMap(({ mailbox }, tree) => Array.from(mailbox, (treeMailbox) => [treeMailbox, tree] as const)));
  messages.forEach(({ mailbox, from }, messageIndex) => {
    const tree = treeOf.get(mailbox);
    // The n-th contribution of each rank belongs to round n. The comparison is false for the first contribution of a round.
    if (tree !== undefined) {
      const roundIndex = contributionCounts[tree].get(from) ?? 0;
      contributionCounts[tree].set(from, roundIndex + 1);
      if (!(messageCreated[messageIndex] <= messageCreated[lastContributions[tree][roundIndex]]))
        lastContributions[tree][roundIndex] = messageIndex;
      return;
    }
    const mailboxMessages = messagesByMailbox.get(mailbox);
    if (mailboxMessages === undefined) messagesByMailbox.set(mailbox, [messageIndex]);
    else mailboxMessages.push(messageIndex);
  });
  for (const [treeMailbox, tree] of treeOf) messagesByMailbox.set(treeMailbox, [...lastContributions[tree]]);
  for (const mailboxMessages of messagesByMailbox.values()) mailboxMessages.sort((a, b) => delivered[a] - delivered[b] || a - b);
  return messagesByMailbox;
}
