import { choice, integer } from "../../base/params.ts";
import type { Collective } from "../../programs/collective.ts";
import { programWorkload, programParams } from "../program.ts";
import { broadcastParams, checkSharedMedium, isBroadcastSender, checkMessageCount, writeBroadcast } from "./broadcast-steps.ts";
import { checkRoot, rootParam as rootOf } from "./collective.ts";
import { ringAllgather } from "./gathers.ts";
import { inNetwork, prepareTrees, checkTreeSupport } from "./in-network.ts";
import { type ScheduleInstance, instancesOf, maxBytesSent, countRounds } from "./schedule-instances.ts";
import { inSequence, withRankOrder } from "./schedule.ts";
import { treeHeight, binomialScatter, shiftedOrder, rootedDoubleTreeSteps, rootedDoubleBinaryTree } from "./trees.ts";
import { writeSchedules } from "./write-schedules.ts";

const { broadcast: methodParam, segments: segmentsParam } = broadcastParams;

/** In-network reduction where nothing is reduced. */
const multicast = {
  id: inNetwork.id,
  title: "in-network multicast",
  help: "Switches replicate the message on its way down a tree over the network.",
} as const;

/** The parameters of a broadcast workload. */
interface BroadcastValues {
  readonly broadcast: "tree" | "chain" | "medium" | "in-network" | "scatter-allgather" | "double-binary-tree";
  readonly segments: number;
  readonly root: number;
  readonly message: number;
}

/** Maximum number of messages of a ring between all ranks, which take minutes to simulate, not hours. */
const maxRingMessages = 2 ** 26;

/** The schedules of a method with their block sizes; empty for a method without schedules. */
function broadcastInstances({ broadcast: method, segments, root, message }: BroadcastValues, ranks: number): readonly ScheduleInstance[] {
  const schedules =
    method === "scatter-allgather"
      ? [inSequence(binomialScatter(ranks), ringAllgather(ranks))]
      : method === "double-binary-tree"
        ? rootedDoubleBinaryTree(ranks, Math.min(segments, message))
        : [];
  return instancesOf(
    schedules.map((schedule) => withRankOrder(schedule, shiftedOrder(root, ranks))),
    message,
  );
}

/** Name, steps and bytes of a method. */
function broadcastForm(values: BroadcastValues, ranks: number): Pick<Collective, "algorithm" | "steps" | "bytesPerRank"> {
  const { broadcast: method, message } = values;
  const segments = Math.min(values.segments, message);
  const maxSent = () => maxBytesSent(broadcastInstances(values, ranks), ranks);
  if (method === "medium") return { algorithm: "one transmission", steps: 1, bytesPerRank: message };
  if (method === "in-network") return { algorithm: multicast.title, steps: inNetwork.rounds(), bytesPerRank: message };
  if (method === "tree") return { algorithm: "binomial tree", steps: treeHeight(ranks), bytesPerRank: treeHeight(ranks) * message };
  if (method === "chain") return { algorithm: "chain", steps: ranks + segments - 2, bytesPerRank: message };
  if (method === "double-binary-tree") {
    const steps = message >= 2 * segments ? rootedDoubleTreeSteps(ranks, segments) : countRounds(broadcastInstances(values, ranks), ranks);
    return { algorithm: "double binary tree", steps, bytesPerRank: maxSent() };
  }
  const steps = message >= ranks ? treeHeight(ranks) + ranks - 1 : countRounds(broadcastInstances(values, ranks), ranks);
  return { algorithm: "scatter and allgather", steps, bytesPerRank: maxSent() };
}

export const broadcast = programWorkload({
  id: "broadcast",
  title: "broadcast",
  article: "",
  group: "Collectives",
  summary:
    "One rank sends a message to all others: over trees, along a chain in segments, in one transmission that all receive, or by switches that replicate it: MPI_Bcast.",
  source: "Wolfmann, Tinetti (matrix multiplication), §5; Chan et al. (Concurrency Comput. 19, 2007); Sanders, Speck, Träff (2009)",
  params: {
    broadcast: choice({
      ...methodParam,
      choices: [
        ...methodParam.choices,
        multicast,
        {
          id: "scatter-allgather",
          title: "scatter and allgather",
          help: "A binomial tree gives each rank one block of the message; then a ring passes the blocks to all ranks.",
        },
        {
          id: "double-binary-tree",
          title: "a double binary tree",
          help: "Each half of every segment goes down its own tree. The leaves of one tree are inner ranks of the other tree.",
        },
      ],
    }),
    segments: integer({
      ...segmentsParam,
      help: "Number of segments of a message in a chain or a double binary tree; the other algorithms send the whole message.",
    }),
    root: rootOf("The rank that sends the message."),
    ...programParams,
  },
  phrase: "a {title} of {message} by {broadcast}",
  examples: [
    { ranks: 7, message: "100 B" },
    { broadcast: "chain", segments: 3, ranks: 5, root: 2, message: "1000 B" },
    { broadcast: "scatter-allgather", ranks: 6, root: 1, message: "100 B" },
    { broadcast: "double-binary-tree", segments: 3, ranks: 8, root: 2, message: "100 B" },
  ],
  collective: true,
  inPieces: true,
  validRanks: "2 or more",
  largestRanks: (_, maxRanks) => maxRanks,
  bytes: ({ message, broadcast: method }, ranks) => (method === "scatter-allgather" ? 2 : 1) * message * (ranks - 1),
  collectiveOf: (values, ranks) => ({
    operation: "broadcast",
    ranks,
    bytes: values.message,
    ...broadcastForm(values, ranks),
    ...(values.root === 0 ? {} : { root: values.root }),
    ...(values.broadcast === "in-network" ? { inNetwork: true as const } : {}),
  }),
  check({ broadcast: method, segments, root }, ranks, _, site) {
    const rootIssues = checkRoot(root, ranks);
    if (rootIssues.length > 0) return rootIssues;
    if (method === "in-network") return checkTreeSupport("broadcast", site, "tree");
    if (method === "scatter-allgather") {
      const nearest = Math.floor(Math.sqrt(maxRingMessages));
      if (ranks <= nearest) return [];
      const message = `${ranks} ranks would send more than ${maxRingMessages.toLocaleString("en-US")} messages around the ring.`;
      return [{ path: "ranks", message, remedy: `Use at most ${nearest} ranks.`, nearest }];
    }
    if (method === "double-binary-tree") return checkMessageCount({ broadcast: "chain", segments }, ranks, 2);
    const methodAndSegments = { broadcast: method, segments };
    return [...checkMessageCount(methodAndSegments, ranks, 1), ...checkSharedMedium("broadcast", methodAndSegments, site)];
  },
  prepare(values, writing) {
    const { root, message, broadcast: method, segments } = values;
    if (method === "in-network") return prepareTrees("broadcast", { bytes: message, root }, writing);
    if (method === "scatter-allgather" || method === "double-binary-tree") {
      const instances = broadcastInstances(values, writing.ranks);
      return (rank: number) => writeSchedules(instances, rank, 0, writing);
    }
    const methodAndSegments = { broadcast: method, segments };
    return (rank: number) => {
      writeBroadcast(methodAndSegments, { root, message }, rank, writing);
      if (isBroadcastSender(methodAndSegments, root, rank, writing.ranks)) writing.write.wait();
    };
  },
  writeRank: (_values, rank, _writing, writeRank) => writeRank(rank),
});
