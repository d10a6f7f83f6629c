import { choice } from "../../base/params.ts";
import type { Collective } from "../../programs/collective.ts";
import { programWorkload, programParams } from "../program.ts";
import { formatMillions } from "./collective.ts";
import { type ScheduleInstance, instancesOf, maxBytesSent } from "./schedule-instances.ts";
import { modulo, singleStep, type Schedule } from "./schedule.ts";
import { treeHeight } from "./trees.ts";
import { writeSchedules } from "./write-schedules.ts";

/**
 * Maximum number of messages of all ranks, which take minutes to simulate, not hours. If all are posted at the beginning, each also takes
 * 40 bytes of memory.
 */
const maxMessages = { pairwise: 2 ** 24, posted: 2 ** 22, bruck: 2 ** 21 } as const;

/**
 * Bruck's all-to-all. In round k every rank sends, to the rank 2ᵏ further, all blocks whose distance to their destination has bit k set,
 * both its own and those it relays. Slot k of a rank holds the block for the rank k further; at the end, the block from the rank k before.
 * (Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8, 1997, §3.)
 */
export function bruckExchange(ranks: number): Schedule {
  return {
    ranks,
    blocks: ranks,
    *runs(rank) {
      for (let distance = 1; distance < ranks; distance *= 2) {
        const blocks = { first: distance, count: distance, stride: 2 * distance };
        yield singleStep(
          { action: "send", peer: (rank + distance) % ranks, blocks },
          { action: "keep", peer: modulo(rank - distance, ranks), blocks },
        );
      }
    },
  };
}

const bruckInstances = (message: number, ranks: number): readonly ScheduleInstance[] =>
  instancesOf([bruckExchange(ranks)], ranks * message);

/** Name, steps and bytes of an algorithm. */
function allToAllForm(
  algorithm: keyof typeof maxMessages,
  message: number,
  ranks: number,
): Pick<Collective, "algorithm" | "steps" | "bytesPerRank"> {
  if (algorithm === "bruck")
    return { algorithm: "Bruck", steps: treeHeight(ranks), bytesPerRank: maxBytesSent(bruckInstances(message, ranks), 1) };
  const bytesPerRank = (ranks - 1) * message;
  return algorithm === "pairwise"
    ? { algorithm: "pairwise exchange", steps: ranks - 1, bytesPerRank }
    : { algorithm: "all posted together", steps: 1, bytesPerRank };
}

export const allToAll = programWorkload({
  id: "all-to-all",
  title: "all-to-all",
  article: "",
  group: "Collectives",
  summary: "Every rank sends a message to every other rank: MPI_Alltoall.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005)",
  params: {
    ...programParams,
    algorithm: choice({
      title: "Algorithm",
      help: "When a rank continues with its next partner.",
      default: "pairwise",
      choices: [
        {
          id: "pairwise",
          title: "pairwise exchange",
          help: "In each step, a rank sends to one partner and continues when the message of a partner has arrived.",
        },
        {
          id: "posted",
          title: "all posted together",
          help: "A rank posts all its sends together, in the same order, then waits for the messages of all other ranks.",
        },
        {
          id: "bruck",
          title: "Bruck",
          help: "In round k, a rank sends one message to the rank 2ᵏ further, with all blocks that must move by this distance: fewest rounds, most bytes.",
        },
      ],
    }),
    order: choice({
      title: "Partners",
      help: "The partner of a rank in step k of R − 1, with R ranks. Bruck’s algorithm has other partners.",
      default: "shift",
      choices: [
        { id: "shift", title: "by shifts", help: "Rank r sends to rank r + k and receives from rank r − k, modulo R." },
        {
          id: "xor",
          title: "in pairs",
          help: "Rank r exchanges messages with rank r XOR k; the number of ranks must be a power of two.",
        },
      ],
    }),
  },
  phrase: "an {title} of {ranks} with {message}",
  examples: [
    { ranks: 7 },
    { ranks: 8, message: "300 B", algorithm: "posted", order: "xor", mapping: "random" },
    { ranks: 6, algorithm: "bruck", message: "100 B" },
  ],
  collective: true,
  validRanks: "2 or more, and for pairs a power of two",
  largestRanks: ({ algorithm, order }, limit) =>
    algorithm !== "bruck" && order === "xor" && limit > 1 ? 2 ** (31 - Math.clz32(limit)) : limit,
  bytes: ({ message, algorithm }, ranks) => ranks * allToAllForm(algorithm, message, ranks).bytesPerRank,
  collectiveOf: ({ message, algorithm }, ranks) => ({
    operation: "all-to-all",
    ranks,
    bytes: ranks * message,
    ...allToAllForm(algorithm, message, ranks),
  }),
  check({ algorithm }, ranks) {
    const [messages, limit] = [ranks * (algorithm === "bruck" ? treeHeight(ranks) : ranks - 1), maxMessages[algorithm]];
    if (messages <= limit) return [];
    const nearest = Math.floor(Math.sqrt(limit));
    return [
      {
        path: "ranks",
        message: `${ranks} ranks would send ${formatMillions(messages)} messages; at most ${formatMillions(limit)} are simulated${algorithm === "posted" ? " if all are posted together" : ""}.`,
        remedy: `Use at most ${nearest} ranks.`,
        nearest,
      },
    ];
  },
  prepare: ({ message, algorithm }, { ranks }) => (algorithm === "bruck" ? bruckInstances(message, ranks) : []),
  writeRank({ message, algorithm, order }, rank, writing, instances) {
    const { ranks, write } = writing;
    const send = () => write.sendToPartner(message, order);
    const receive = () => write.receiveFromPartner();
    if (algorithm === "bruck") writeSchedules(instances, rank, 0, writing);
    else if (algorithm === "posted") {
      write.repeat(ranks - 1, send);
      write.repeat(ranks - 1, receive);
    } else
      write.repeat(ranks - 1, () => {
        send();
        receive();
        write.waitForRendezvous();
      });
  },
});
