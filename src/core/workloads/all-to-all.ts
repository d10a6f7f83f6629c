import { choice } from "../base/params.ts";
import { program, programParams } from "./program.ts";

/** Most messages that all ranks send: what takes minutes to simulate, not hours; and, where all of them wait at once, 40 bytes each. */
const mostMessages = { pairwise: 2 ** 24, posted: 2 ** 22 } as const;

/** A large number in words: `16.8 million`. */
const count = (messages: number) => `${Number((messages / 1e6).toPrecision(3))} million`;

export const allToAll = program({
  id: "all-to-all",
  title: "all-to-all",
  article: "",
  summary: "Every rank sends a message to every other rank, one partner after another: MPI_Alltoall.",
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
      ],
    }),
    order: choice({
      title: "Partners",
      help: "The partner of a rank in step k of R − 1, among R ranks.",
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
  examples: [{ ranks: 7 }, { ranks: 8, message: "300 B", algorithm: "posted", order: "xor", mapping: "random" }],
  collective: true,
  defined: "2 or more, and for pairs a power of two",
  fit: ({ order }, most) => (order === "xor" && most > 1 ? 2 ** (31 - Math.clz32(most)) : most),
  bytes: ({ message }, ranks) => ranks * (ranks - 1) * message,
  check({ algorithm }, ranks) {
    const [messages, most] = [ranks * (ranks - 1), mostMessages[algorithm]];
    if (messages <= most) return [];
    return [
      {
        path: "ranks",
        message: `${ranks} ranks would send ${count(messages)} messages; at most ${count(most)} are simulated${algorithm === "posted" ? " where all are posted at once" : ""}.`,
        remedy: `Use at most ${Math.floor(Math.sqrt(most))} ranks.`,
      },
    ];
  },
  rank({ message, algorithm, order }, _, { ranks, write }) {
    const send = () => write.sendInTurn(message, order);
    const receive = () => write.receiveInTurn();
    if (algorithm === "posted") {
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
