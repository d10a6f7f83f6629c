import { choice } from "../../base/params.ts";
import type { Collective } from "../../programs/collective.ts";
import { program, programParams } from "../program.ts";
import { inMillions } from "./collective.ts";
import { type Lane, lanesOf, mostSent } from "./lanes.ts";
import { modulo, once, type Schedule } from "./schedule.ts";
import { heightOf } from "./trees.ts";
import { writeLanes } from "./written.ts";

/**
 * Maximum number of messages of all ranks, which take minutes to simulate, not hours. If all are posted at the beginning, each also takes
 * 40 bytes of memory.
 */
const mostMessages = { pairwise: 2 ** 24, posted: 2 ** 22, bruck: 2 ** 21 } as const;

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
      for (let far = 1; far < ranks; far *= 2) {
        const blocks = { first: far, count: far, every: 2 * far };
        yield once({ does: "send", peer: (rank + far) % ranks, blocks }, { does: "keep", peer: modulo(rank - far, ranks), blocks });
      }
    },
  };
}

const bruckLanes = (message: number, ranks: number): readonly Lane[] => lanesOf([bruckExchange(ranks)], ranks * message);

/** Name, steps and bytes of an algorithm. */
function closedForm(
  algorithm: keyof typeof mostMessages,
  message: number,
  ranks: number,
): Pick<Collective, "algorithm" | "steps" | "bytesPerRank"> {
  if (algorithm === "bruck") return { algorithm: "Bruck", steps: heightOf(ranks), bytesPerRank: mostSent(bruckLanes(message, ranks), 1) };
  const bytesPerRank = (ranks - 1) * message;
  return algorithm === "pairwise"
    ? { algorithm: "pairwise exchange", steps: ranks - 1, bytesPerRank }
    : { algorithm: "all posted at once", steps: 1, bytesPerRank };
}

export const allToAll = program({
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
      help: "When a rank goes on to its next partner.",
      default: "pairwise",
      choices: [
        {
          id: "pairwise",
          title: "pairwise exchange",
          help: "In each step a rank sends to one partner, and goes on when a partner's message has arrived.",
        },
        {
          id: "posted",
          title: "all posted at once",
          help: "A rank posts all messages at once, in the same order, then waits for those of the others.",
        },
        {
          id: "bruck",
          title: "Bruck",
          help: "In round k a rank sends one message 2ᵏ further, with all that goes that way: fewest rounds, most bytes.",
        },
      ],
    }),
    order: choice({
      title: "Partners",
      help: "The partner of a rank in step k of R − 1, among R ranks. Bruck has its own.",
      default: "shift",
      choices: [
        { id: "shift", title: "by shifts", help: "Rank r sends to rank r + k and receives from rank r − k, modulo R." },
        {
          id: "xor",
          title: "in pairs",
          help: "Rank r exchanges messages with rank r XOR k; the number of ranks has to be a power of two.",
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
  defined: "2 or more, and for pairs a power of two",
  fit: ({ algorithm, order }, most) => (algorithm !== "bruck" && order === "xor" && most > 1 ? 2 ** (31 - Math.clz32(most)) : most),
  bytes: ({ message, algorithm }, ranks) => ranks * closedForm(algorithm, message, ranks).bytesPerRank,
  collectiveOf: ({ message, algorithm }, ranks) => ({
    operation: "all-to-all",
    ranks,
    bytes: ranks * message,
    ...closedForm(algorithm, message, ranks),
  }),
  check({ algorithm }, ranks) {
    const [messages, most] = [ranks * (algorithm === "bruck" ? heightOf(ranks) : ranks - 1), mostMessages[algorithm]];
    if (messages <= most) return [];
    const nearest = Math.floor(Math.sqrt(most));
    return [
      {
        path: "ranks",
        message: `${ranks} ranks would send ${inMillions(messages)} messages; at most ${inMillions(most)} are simulated${algorithm === "posted" ? " where all are posted at once" : ""}.`,
        remedy: `Use at most ${nearest} ranks.`,
        nearest,
      },
    ];
  },
  prepare: ({ message, algorithm }, { ranks }) => (algorithm === "bruck" ? bruckLanes(message, ranks) : []),
  rank({ message, algorithm, order }, rank, writing, lanes) {
    const { ranks, write } = writing;
    const send = () => write.sendInTurn(message, order);
    const receive = () => write.receiveInTurn();
    if (algorithm === "bruck") writeLanes(lanes, rank, 0, writing);
    else if (algorithm === "posted") {
      write.repeat(ranks - 1, send);
      write.repeat(ranks - 1, receive);
    } else
      write.repeat(ranks - 1, () => {
        send();
        receive();
        write.complete();
      });
  },
});
