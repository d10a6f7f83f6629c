import { number, quantity } from "../base/params.ts";
import { defineHost } from "./contract.ts";
import { eagerLimit, eagerLimitIssue, eagerLimitOf } from "./eager-limit.ts";

const rateLimit = { dimension: "rate", min: 0, max: 1e12, multipleOf: 1 } as const;

export const limitedPorts = defineHost({
  id: "limited-ports",
  title: "limited ports",
  article: "",
  summary: "Each port of a terminal has a rate limit per direction and for both directions together, like adapters and buses.",
  source: "Petrini et al. (QsNET), §5.1; Three Quads (matrix transpose), §4.2",
  params: {
    oneWay: quantity({
      ...rateLimit,
      title: "Per direction",
      word: "# per direction",
      zero: "no limit per direction",
      help: "Largest rate, in bytes per second on the wire, at which a port sends or receives. 0: the rate of the link.",
      default: 0,
    }),
    bothWays: quantity({
      ...rateLimit,
      title: "Both directions",
      word: "# for both directions",
      zero: "no limit for both directions",
      help: "Largest rate, in bytes per second on the wire, at which a port sends and receives together. 0: twice the rate of one direction.",
      default: 0,
    }),
    startUp: number({
      title: "Start-up",
      word: "# µs of start-up",
      help: "Microseconds from the creation of a message until its terminal begins to send it. The start-up times of several messages overlap.",
      min: 0,
      max: 1_000_000,
      step: 0.001,
      unit: "µs",
      default: 0,
    }),
    overhead: number({
      title: "Overhead",
      word: "# µs of overhead",
      help: "Microseconds that a rank of a program is busy for each message that it sends or receives.",
      min: 0,
      max: 1_000_000,
      step: 0.001,
      unit: "µs",
      default: 0,
    }),
    eager: eagerLimit,
  },
  phrase: "{title}, {bothWays}",
  examples: [{}, { bothWays: "200 MB/s" }, { oneWay: "335 MB/s", bothWays: "560 MB/s", startUp: 2.2, overhead: 0.5, eager: "64 B" }],
  ports: ({ oneWay, bothWays }) =>
    oneWay === 0 && bothWays === 0 ? null : { oneWay: Math.min(oneWay || Infinity, bothWays || Infinity), bothWays: bothWays || Infinity },
  startUp: ({ startUp }) => startUp * 1e-6,
  overhead: ({ overhead }) => overhead * 1e-6,
  eagerLimitBytes: ({ eager }) => eagerLimitOf(eager),
  incompatibility: ({ eager }, on) => eagerLimitIssue(eager, on),
});
