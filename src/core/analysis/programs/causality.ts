/**
 * What must come before what in a rank program, found by following it where every message arrives at once: which
 * receive takes which message, the longest chain of messages, and the least time all this takes.
 */
import type { Plan } from "../../plan/plan.ts";
import { type Blocks, op, opWords, type Pairs, type Program } from "../../programs/program.ts";
import { type EmptyNetwork, emptyNetworkOf } from "./empty-network.ts";
import { type Mailboxes, mailboxesOf } from "./mailboxes.ts";
import type { Congestion } from "./congestion.ts";
import { GraphWalk } from "./graph-walk.ts";
import type { Meetings } from "./meetings.ts";
import { type Stuck, stuckOf } from "./stuck.ts";
import { type ListedMessages, Walk } from "../walk.ts";

export type { ListedMessages } from "../walk.ts";
export type { Stuck } from "./stuck.ts";

/** What follows from a program alone, and from the channels it runs over. */
export interface Causality {
  readonly ranks: number;
  /** [R] Terminal of each rank. */
  readonly terminalOf: Int32Array;
  /** What the parts of its programs are called. */
  readonly phases: readonly string[];
  readonly messages: number;
  readonly packets: number;
  /** [steps] Messages of each logical step, the first step first; null for a program that is only counted. */
  readonly perStep: readonly number[] | null;
  /** Messages of one of the longest chains, the first one first; as many as there are steps. */
  readonly chain: readonly number[];
  /**
   * Cycles that no run on this network can beat: every message takes its shortest way as if no other were on it,
   * but what one terminal sends leaves one after the other, and what one terminal gets comes in one after the other.
   * Null where it is not known.
   */
  readonly leastCycles: number | null;
  /** Cycles that it takes where all ranks go in step, see `core/scenario/lockstep.ts`; absent where that is not known. */
  readonly inStep?: number;
  /** Channels of the terminal that has most of them; absent where no network was looked at. */
  readonly lanes?: number;
  /** Ranks that wait for ever, at most some of them; none in a program that ends. */
  readonly stuck: readonly Stuck[];
  /** Messages that nobody waits for. */
  readonly untaken: number;
  /** Who exchanges messages with whom in which phase, and by which way; null where that is too much to be told. */
  readonly meetings: Meetings | null;
  /** Whether messages can come into each other's way; null where that is not known. */
  readonly congestion: Congestion | null;
  /** Every message; null where they are too many to be listed. */
  readonly listed: ListedMessages | null;
  /** The blocks of a matrix that the messages carry; absent where they carry none, or are not listed. */
  readonly blocks?: Blocks;
  /** Who sends to whom by whom; absent where the program does not go through permutations. */
  readonly pairs?: Pairs;
}

/** Programs of more messages are counted and not followed. */
const mostFollowed = 2 ** 22;
/** Messages of larger programs are not listed one by one. */
const mostListed = 2 ** 17;

/** Whether a program is followed: one with trees is not, and a graph not where its ranks meet at barriers. */
function isFollowed({ graph, trees, firstMessage, ranks, ops }: Program): boolean {
  if (firstMessage[ranks] > mostFollowed || trees !== undefined) return false;
  return graph === undefined || !ops.some((code, at) => at % opWords === 0 && code === op.barrier);
}

/** The causality of a program on the network of its plan. */
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
    ...(pairs === undefined ? {} : { pairs }),
  };
}

/**
 * The causality of a program. The k-th receive of a mailbox takes the k-th message sent to it.
 * @param empty how long messages take where nothing else is in the network; null where no time is wanted
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

/** How many messages are of each step, and the longest chain. */
function chainsOf({ step, after }: Pick<ListedMessages, "step" | "after">): Pick<Causality, "perStep" | "chain"> {
  const last = step.reduce((deepest, each, m) => (each > (deepest < 0 ? 0 : step[deepest]) ? m : deepest), -1);
  const perStep = Array.from({ length: last < 0 ? 0 : step[last] }, () => 0);
  for (const each of step) if (each > 0) perStep[each - 1]++;
  const chain: number[] = [];
  for (let m = last; m >= 0; m = after[m]) chain[step[m] - 1] = m;
  return { perStep, chain };
}
