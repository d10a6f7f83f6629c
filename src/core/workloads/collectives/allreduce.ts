import { choice, integer } from "../../base/params.ts";
import { program, programParams } from "../program.ts";
import { ringAllreduce } from "./ring.ts";
import { lanesOf, mostSent } from "./schedule.ts";
import { reduction, writeLanes } from "./written.ts";

/** The rings beside each other, in turn in both directions. */
const schedules = ({ channels }: { readonly channels: number }, ranks: number) =>
  Array.from({ length: channels }, (_, channel) => ringAllreduce({ ranks, way: channel % 2 === 0 ? 1 : -1 }));

export const allreduce = program({
  id: "allreduce",
  title: "allreduce",
  article: "",
  summary: "Every rank has a vector, and in the end every rank has the sum of all of them: MPI_Allreduce.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005)",
  params: {
    ...programParams,
    algorithm: choice({
      title: "Algorithm",
      help: "How the ranks go about it.",
      default: "ring",
      choices: [
        { id: "ring", title: "ring", help: "Every rank reduces a block and passes it on to the next one; then the sums go round." },
      ],
    }),
    channels: integer({
      title: "Channels",
      word: "# channels|# channel",
      help: "Rings beside each other, each with its share of the vector, in turn in both directions.",
      min: 1,
      max: 64,
      default: 1,
    }),
    reduction,
  },
  phrase: "an {title} of {ranks} with {message}",
  examples: [{ ranks: 7 }, { ranks: 8, message: "3 B", channels: 2, reduction: "1 GB/s" }],
  collective: true,
  defined: "2 or more",
  fit: (_values, most) => most,
  bytes: ({ message }, ranks) => 2 * (ranks - 1) * message,
  collectiveOf: (values, ranks) => ({
    operation: "allreduce",
    algorithm: "ring",
    ranks,
    bytes: values.message,
    steps: 2 * (ranks - 1),
    bytesPerRank: mostSent(lanesOf(schedules(values, ranks), values.message), ranks),
  }),
  prepare: (values, { ranks }) => lanesOf(schedules(values, ranks), values.message),
  rank: ({ reduction: rate }, rank, writing, lanes) => writeLanes(lanes, rank, rate, writing),
});
