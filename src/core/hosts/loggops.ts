import { number } from "../base/params.ts";
import { host } from "./contract.ts";
import { eagerLimit, eagerUpTo } from "./eager-limit.ts";

const time = { min: 0, max: 1e9, step: 1, unit: "ns" } as const;
const perByte = { ...time, max: 1e6, step: 0.01 } as const;

export const loggops = host({
  id: "loggops",
  title: "LogGOPS hosts",
  article: "",
  summary: "Processors and adapters that take time for each message and each byte; the network is in the place of L.",
  source: "Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010); Alexandrov et al. (LogGP, SPAA 1995)",
  params: {
    overhead: number({
      ...time,
      title: "Overhead o",
      word: "# ns of overhead",
      help: "Nanoseconds that a rank is busy for each message it sends, and for each it receives.",
      default: 1500,
    }),
    gap: number({
      ...time,
      title: "Gap g",
      word: "# ns of gap",
      help: "Nanoseconds at least from the beginning of one message to that of the next, at a sender and at a receiver.",
      default: 1000,
    }),
    gapPerByte: number({
      ...perByte,
      title: "Gap per byte G",
      word: "# ns of gap per byte",
      help: "Nanoseconds that the adapter takes for each byte of a message but the first.",
      default: 6,
    }),
    overheadPerByte: number({
      ...perByte,
      title: "Overhead per byte O",
      word: "# ns of overhead per byte",
      help: "Nanoseconds that a rank is busy for each byte but the first, at both ends.",
      default: 0,
    }),
    eager: { ...eagerLimit, title: "Eager limit S", default: 65535 },
  },
  phrase: "{title}",
  examples: [{}, { overhead: 3, gap: 0, gapPerByte: 0, overheadPerByte: 2.5, eager: "0 B" }, { gap: 9000, eager: "64 B" }],
  ports: () => null,
  startUp: () => 0,
  overhead: ({ overhead }) => overhead * 1e-9,
  eager: ({ eager }) => eagerUpTo(eager),
  adapter: ({ overheadPerByte, gap, gapPerByte }) => ({
    overheadPerByte: overheadPerByte * 1e-9,
    gap: gap * 1e-9,
    gapPerByte: gapPerByte * 1e-9,
  }),
});
