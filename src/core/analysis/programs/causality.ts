/**
 * Dependencies of a rank program, found by executing it with messages that arrive instantly: which receive takes which message, the longest
 * dependency chain of messages, and a lower bound of the time.
 */
import { withoutUndefined } from "../../base/defined.ts";
import type { Plan } from "../../plan/plan.ts";
import { hasOperation, op, type Program } from "../../programs/program.ts";
import type { Causality } from "../analysis.ts";
import { type EmptyNetwork, emptyNetworkOf } from "./empty-network.ts";
import { type Mailboxes, mailboxesOf } from "./mailboxes.ts";
import { GraphWalk } from "./graph-walk.ts";
import { blockedRanksOf } from "./blocked-ranks.ts";
import { type ListedMessages, ProgramWalk } from "../program-walk.ts";

/** Programs with more messages are only counted, not executed. */
const maxFollowedMessages = 2 ** 22;
/** Messages of larger programs are not listed. */
const maxListedMessages = 2 ** 17;

/** Whether a program can be executed here: without trees, and if it is a graph, without barriers. */
function isFollowable(program: Program): boolean {
  const { graph, trees, firstMessage, ranks } = program;
  if (firstMessage[ranks] > maxFollowedMessages || trees !== undefined) return false;
  return graph === undefined || !hasOperation(program, (_, code) => code === op.barrier);
}

/** The dependencies of a program, with times on the network of its plan. */
export function causalityOnNetwork(plan: Plan, program: Program): Causality {
  if (!isFollowable(program)) return countsOnly(program);
  if (program.graph !== undefined) return followGraph(program);
  const mailboxes = mailboxesOf(program);
  return followOperations(program, emptyNetworkOf(plan, program, mailboxes), mailboxes);
}

function countsOnly({ ranks, terminalOf, packets, phases, firstMessage, pairs }: Program): Causality {
  const unknown = { perStep: null, chain: [], leastCycles: null, stuck: [], untaken: 0, meetings: null, congestion: null, listed: null };
  return {
    ranks,
    terminalOf,
    packets,
    phases,
    messages: firstMessage[ranks],
    ...unknown,
    ...withoutUndefined({ pairs }),
  };
}

/**
 * The dependencies of a program. The k-th receive of a mailbox takes the k-th message sent to it.
 * @param emptyNetwork Message times without contention; null if times are not needed.
 */
export function causalityOf(program: Program, emptyNetwork: EmptyNetwork | null, mailboxes?: Mailboxes): Causality {
  if (!isFollowable(program)) return countsOnly(program);
  return program.graph === undefined ? followOperations(program, emptyNetwork, mailboxes ?? mailboxesOf(program)) : followGraph(program);
}

function followOperations(program: Program, emptyNetwork: EmptyNetwork | null, mailboxes: Mailboxes): Causality {
  const walk = new ProgramWalk(program, mailboxes, emptyNetwork, mailboxes.total <= maxListedMessages);
  walk.run();
  return {
    ...countsOnly(program),
    ...longestChainOf(walk),
    leastCycles: walk.time?.end ?? null,
    ...(emptyNetwork === null ? {} : { lanes: emptyNetwork.terminalChannels }),
    stuck: blockedRanksOf(program, mailboxes, walk),
    untaken: walk.totalSent - walk.totalTaken,
    listed: walk.listed,
    ...(walk.listed !== null && program.blocks !== undefined ? { blocks: program.blocks } : {}),
  };
}

function followGraph(program: Program): Causality {
  const walk = new GraphWalk(program).run();
  const listed = program.firstMessage[program.ranks] <= maxListedMessages ? walk.listed : null;
  return {
    ...countsOnly(program),
    ...longestChainOf(walk.listed),
    stuck: walk.blockedRanks(),
    untaken: walk.totalSent - walk.totalTaken,
    listed,
  };
}

/** Number of messages of each step, and the longest chain. */
function longestChainOf({ step, after }: Pick<ListedMessages, "step" | "after">): Pick<Causality, "perStep" | "chain"> {
  const chainEnd = step.reduce(
    (longest, messageStep, message) => (messageStep > (longest < 0 ? 0 : step[longest]) ? message : longest),
    -1,
  );
  const perStep = Array.from({ length: chainEnd < 0 ? 0 : step[chainEnd] }, () => 0);
  for (const messageStep of step) if (messageStep > 0) perStep[messageStep - 1]++;
  const chain: number[] = [];
  for (let message = chainEnd; message >= 0; message = after[message]) chain[step[message] - 1] = message;
  return { perStep, chain };
}
