import { choice, integer } from "../../base/params.ts";
import type { Collective } from "../../programs/collective.ts";
import { program, programParams } from "../program.ts";
import { broadcastParams, hearing, sendsIn, tooManyMessages, writeBroadcast } from "./broadcast-steps.ts";
import { noRoot, root as rootOf } from "./collective.ts";
import { ring } from "./gathers.ts";
import { inNetwork, treesOf, unfitForTrees } from "./in-network.ts";
import { type Lane, lanesOf, mostSent, roundsIn } from "./lanes.ts";
import { inTurn, placed } from "./schedule.ts";
import { heightOf, scatter, shiftedBy, stepsBelow, twoTreesBelow } from "./trees.ts";
import { writeLanes } from "./written.ts";

const { broadcast: ways, segments } = broadcastParams;

/** In-network reduction where nothing is reduced. */
const multicast = {
  id: inNetwork.id,
  title: "in-network multicast",
  help: "Switches replicate the message on its way down a tree over the network.",
} as const;

/** The parameters of a broadcast workload. */
interface Values {
  readonly broadcast: "tree" | "chain" | "medium" | "in-network" | "scatter-allgather" | "double-binary-tree";
  readonly segments: number;
  readonly root: number;
  readonly message: number;
}

/** Maximum number of messages of a ring between all ranks, which take minutes to simulate, not hours. */
const mostMessages = 2 ** 26;

/** The schedules of methods that have one, with their block sizes. */
function lanesFor({ broadcast: way, segments: wanted, root, message }: Values, ranks: number): readonly Lane[] {
  const schedules =
    way === "scatter-allgather"
      ? [inTurn(scatter(ranks), ring(ranks))]
      : way === "double-binary-tree"
        ? twoTreesBelow(ranks, Math.min(wanted, message))
        : [];
  return lanesOf(
    schedules.map((each) => placed(each, shiftedBy(root, ranks))),
    message,
  );
}

/** Name, steps and bytes of a method. */
function closedForm(values: Values, ranks: number): Pick<Collective, "algorithm" | "steps" | "bytesPerRank"> {
  const { broadcast: way, message } = values;
  const pieces = Math.min(values.segments, message);
  const sent = () => mostSent(lanesFor(values, ranks), ranks);
  if (way === "medium") return { algorithm: "one transmission", steps: 1, bytesPerRank: message };
  if (way === "in-network") return { algorithm: multicast.title, steps: inNetwork.rounds(), bytesPerRank: message };
  if (way === "tree") return { algorithm: "binomial tree", steps: heightOf(ranks), bytesPerRank: heightOf(ranks) * message };
  if (way === "chain") return { algorithm: "chain", steps: ranks + pieces - 2, bytesPerRank: message };
  if (way === "double-binary-tree") {
    const steps = message >= 2 * pieces ? stepsBelow(ranks, pieces) : roundsIn(lanesFor(values, ranks), ranks);
    return { algorithm: "double binary tree", steps, bytesPerRank: sent() };
  }
  const steps = message >= ranks ? heightOf(ranks) + ranks - 1 : roundsIn(lanesFor(values, ranks), ranks);
  return { algorithm: "scatter and allgather", steps, bytesPerRank: sent() };
}

export const broadcast = program({
  id: "broadcast",
  title: "broadcast",
  article: "",
  group: "Collectives",
  summary:
    "One rank sends a message to all others: over trees, along a chain in segments, in one transmission that all hear, or by switches that replicate it.",
  source: "Wolfmann, Tinetti (matrix multiplication), §5; Chan et al. (Concurrency Comput. 19, 2007); Sanders, Speck, Träff (2009)",
  params: {
    broadcast: choice({
      ...ways,
      choices: [
        ...ways.choices,
        multicast,
        {
          id: "scatter-allgather",
          title: "scatter and allgather",
          help: "A binomial tree gives each rank a block of the message; then the blocks go round in a ring.",
        },
        {
          id: "double-binary-tree",
          title: "a double binary tree",
          help: "Each half of every segment goes down a tree of its own: leaves of one pass on in the other.",
        },
      ],
    }),
    segments: integer({ ...segments, help: "Pieces in which a chain or a double binary tree passes a message on; others take it whole." }),
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
  defined: "2 or more",
  fit: (_, most) => most,
  bytes: ({ message, broadcast: way }, ranks) => (way === "scatter-allgather" ? 2 : 1) * message * (ranks - 1),
  collectiveOf: (values, ranks) => ({
    operation: "broadcast",
    ranks,
    bytes: values.message,
    ...closedForm(values, ranks),
    ...(values.root === 0 ? {} : { root: values.root }),
    ...(values.broadcast === "in-network" ? { inNetwork: true as const } : {}),
  }),
  check({ broadcast: way, segments: pieces, root }, ranks, _, site) {
    const misplaced = noRoot(root, ranks);
    if (misplaced.length > 0) return misplaced;
    if (way === "in-network") return unfitForTrees("broadcast", site, "tree");
    if (way === "scatter-allgather") {
      const nearest = Math.floor(Math.sqrt(mostMessages));
      if (ranks <= nearest) return [];
      const message = `${ranks} ranks would send more than ${mostMessages.toLocaleString("en-US")} messages round.`;
      return [{ path: "ranks", message, remedy: `Use at most ${nearest} ranks.`, nearest }];
    }
    if (way === "double-binary-tree") return tooManyMessages({ broadcast: "chain", segments: pieces }, ranks, 2);
    const chosen = { broadcast: way, segments: pieces };
    return [...tooManyMessages(chosen, ranks, 1), ...hearing("broadcast", chosen, site)];
  },
  prepare(values, writing) {
    const { root, message, broadcast: way, segments: pieces } = values;
    if (way === "in-network") return treesOf("broadcast", { bytes: message, root }, writing);
    if (way === "scatter-allgather" || way === "double-binary-tree") {
      const lanes = lanesFor(values, writing.ranks);
      return (rank: number) => writeLanes(lanes, rank, 0, writing);
    }
    const chosen = { broadcast: way, segments: pieces };
    return (rank: number) => {
      writeBroadcast(chosen, { root, message }, rank, writing);
      if (sendsIn(chosen, root, rank, writing.ranks)) writing.write.wait();
    };
  },
  rank: (_values, rank, _writing, writeRank) => writeRank(rank),
});
