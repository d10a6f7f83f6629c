import { integer } from "../../base/params.ts";
import { broadcastParams, hearing, sendsIn, tooManyMessages, writeBroadcast } from "./broadcast-steps.ts";
import { program, programParams } from "../program.ts";

export const broadcast = program({
  id: "broadcast",
  title: "broadcast",
  article: "",
  group: "Collectives",
  summary: "One rank sends a message to all others: over a binomial tree, along a chain in segments, or in one transmission that all hear.",
  source: "Wolfmann, Tinetti (matrix multiplication), §5; Chan et al. (Concurrency Comput. 19, 2007)",
  params: {
    ...broadcastParams,
    root: integer({ title: "Root", help: "The rank that sends the message.", min: 0, max: 65535, default: 0 }),
    ...programParams,
  },
  phrase: "a {title} of {message} by {broadcast}",
  examples: [
    { ranks: 7, message: "100 B" },
    { broadcast: "chain", segments: 3, ranks: 5, root: 2, message: "1000 B" },
  ],
  collective: true,
  inPieces: true,
  defined: "2 or more",
  fit: (_, most) => most,
  bytes: ({ message }, ranks) => message * (ranks - 1),
  check({ broadcast: way, segments, root }, ranks, _, site) {
    if (root >= ranks)
      return [
        {
          path: "root",
          message: `there is no rank ${root}; the ${ranks} ranks are numbered from 0.`,
          remedy: `Use ${ranks - 1} or less.`,
          nearest: ranks - 1,
        },
      ];
    const chosen = { broadcast: way, segments };
    return [...tooManyMessages(chosen, ranks, 1), ...hearing("broadcast", chosen, site)];
  },
  rank({ root, message, ...way }, rank, writing) {
    writeBroadcast(way, { root, message }, rank, writing);
    if (sendsIn(way, root, rank, writing.ranks)) writing.write.wait();
  },
});
