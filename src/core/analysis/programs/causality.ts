/**
 * Dependencies of a rank program, found by executing it with messages that arrive instantly: which receive takes which message, the longest
 * dependency chain of messages, and a lower bound of the time.
 */
import { defined } from "../../base/defined.ts";
import type { Plan } from "../../plan/plan.ts";
import { hasOperation, op, type Program } from "../../programs/program.ts";
import type { Causality } from "../analysis.ts";
import { type EmptyNetwork, emptyNetworkOf } from "./empty-network.ts";
import { type Mailboxes, mailboxesOf } from "./mailboxes.ts";
import { GraphWalk } from "./graph-walk.ts";
import { stuckOf } from "./stuck.ts";
import { type ListedMessages, Walk } from "../walk.ts";

/** Programs with more messages are only counted, not executed. */
const mostFollowed = 2 ** 22;
/** Messages of larger programs are not listed. */
const mostListed = 2 ** 17;

/** Whether a program can be executed here: without trees, and if it is a graph, without barriers. */
function isFollowed(program: Program): boolean {
  const { graph, trees, firstMessage, ranks } = program;
  if (firstMessage[ranks] > mostFollowed || trees !== undefined) return false;
  return graph === undefined || !hasOperation(program, (_, code) => code === op.barrier);
}

/** The dependencies of a program, with times on the network of its plan. */
export function causalityOn(plan: Plan, program: Program): Causality {
  if (!isFollowed(program)) return countedOnly(program);
  if (program.graph !== undefined) return followGraph(program);
  const boxes = mailboxesOf(program);
  return follow(program, emptyNetworkOf(plan, program, boxes), boxes);
}

function countedOnly({ ranks, terminalOf, packets, phases, firstMessage, pairs }: Program): Causality {
  const unknown = { perStep: null, chain: [], leastCycles: null, stuck: [], untaken: 0, meetings: null, congestion: null, listed: null };
  return {
    ranks,
    terminalOf,
    packets,
    phases,
    messages: firstMessage[ranks],
    ...unknown,
    ...defined({ pairs }),
  };
}

/**
 * The dependencies of a program. The k-th receive of a mailbox takes the k-th message sent to it.
 * @param emptyNetwork Message times without contention; null if times are not needed.
 */
export function causalityOf(program: Program, empty: EmptyNetwork | null, boxes?: Mailboxes): Causality {
  if (!isFollowed(program)) return countedOnly(program);
  return program.graph === undefined ? follow(program, empty, boxes ?? mailboxesOf(program)) : followGraph(program);
}

function follow(program: Program, empty: EmptyNetwork | null, boxes: Mailboxes): Causality {
  const walk = new Walk(program, boxes, empty, boxes.total <= mostListed);
  walk.run();
  return {
    ...countedOnly(program),
    ...chainsOf(walk),
    leastCycles: walk.time?.end ?? null,
    ...(empty === null ? {} : { lanes: empty.lanes }),
    stuck: stuckOf(program, boxes, walk),
    untaken: walk.sent - walk.taken,
    listed: walk.listed,
    ...(walk.listed !== null && program.blocks !== undefined ? { blocks: program.blocks } : {}),
  };
}

function followGraph(program: Program): Causality {
  const walk = new GraphWalk(program).run();
  const listed = program.firstMessage[program.ranks] <= mostListed ? walk.listed : null;
  return { ...countedOnly(program), ...chainsOf(walk.listed), stuck: walk.stuck(), untaken: walk.sent - walk.taken, listed };
}

/** Number of messages of each step, and the longest chain. */
function chainsOf({ step, after }: Pick<ListedMessages, "step" | "after">): Pick<Causality, "perStep" | "chain"> {
  const last = step.reduce((deepest, each, m) => (each > (deepest < 0 ? 0 : step[deepest]) ? m : deepest), -1);
  const perStep = Array.from({ length: last < 0 ? 0 : step[last] }, () => 0);
  for (const each of step) if (each > 0) perStep[each - 1]++;
  const chain: number[] = [];
  for (let m = last; m >= 0; m = after[m]) chain[step[m] - 1] = m;
  return { perStep, chain };
}
