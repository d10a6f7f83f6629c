import { amount } from "../base/amount.ts";
import type { Amount } from "../base/params.ts";
import { phitBytes, quantityForPeople } from "../base/units.ts";
import { defineHost } from "./contract.ts";
import { eagerLimit, eagerLimitOf, eagerWording, describeEagerLimit } from "./eager-limit.ts";

const describeCycles = (cycles: number) =>
  cycles === 1 ? "1 cycle" : `${cycles.toLocaleString("en-US", { maximumFractionDigits: 12 }).replaceAll(",", "\u202f")} cycles`;

/** Parameter for a number of cycles or a time. @param defaultValue in cycles */
const timeParam = (title: string, word: string, help: string, defaultValue: number) =>
  amount({
    title,
    word,
    help,
    unit: "cycles",
    min: 0,
    max: 1e9,
    step: 1,
    quantities: [{ dimension: "time", min: 0, max: 1e15, multipleOf: 1 }],
    say: (value: Amount) => (typeof value === "number" ? describeCycles(value) : quantityForPeople(value.value, value.of)),
    default: defaultValue,
  });

const amountInBytes = (value: Amount) => (typeof value === "number" ? value : value.value);

export const loggops = defineHost({
  id: "loggops",
  title: "LogGOPS hosts",
  article: "",
  summary: "Processors and adapters that take time for each message and each byte.",
  source: "Culler et al. (LogP, 1993); Alexandrov et al. (LogGP, 1995); Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010)",
  params: {
    L: timeParam(
      "Latency L",
      "latency L of #",
      "Cycles, or a time, from one host to another. Only on an ideal network; elsewhere the network takes its place.",
      0,
    ),
    o: timeParam(
      "Overhead o",
      "overhead o of #",
      "Cycles, or a time, that a rank is busy for each message it sends, and for each it receives.",
      0,
    ),
    g: timeParam("Gap g", "gap g of #", "Cycles, or a time, at least between the beginnings of two messages of a terminal.", 0),
    G: timeParam(
      "Gap per byte G",
      "gap G of # per byte",
      "Cycles, or a time, that an adapter takes for each byte. Beside a network it limits the rate of the port.",
      0,
    ),
    O: timeParam(
      "Overhead per byte O",
      "overhead O of # per byte",
      "Cycles, or a time, that a rank is busy for each byte but the first.",
      0,
    ),
    S: amount({
      title: "Eager limit S",
      word: "#",
      most: eagerWording.most,
      help: "Bytes of the longest message that is sent at once; for longer ones the receiver is asked first. In fluid flow that takes nothing of what flows, a rule of our own. 0: all ask. 1 TB: none does.",
      unit: "bytes",
      min: eagerLimit.min,
      max: eagerLimit.max,
      multipleOf: 1,
      step: 1,
      quantities: [{ dimension: "bytes", min: eagerLimit.min, max: eagerLimit.max, multipleOf: 1 }],
      say: (value: Amount) => describeEagerLimit(amountInBytes(value)),
      default: eagerLimit.default,
    }),
  },
  phrase: "{title}",
  examples: [{}, { o: 300, g: 200, G: 1.5, O: 0.1, S: "64 B" }, { o: 3, S: "0 B" }],
  ports: () => null,
  startUp: () => 0,
  overhead: () => 0,
  eagerLimitBytes: ({ S }) => eagerLimitOf(amountInBytes(S)),
  model({ L, o, g, G, O }, rate) {
    // Multiplies before dividing, so that whole cycles stay exact. Events at the same instant are ordered by age, so rounding would matter.
    const inCycles = (each: Amount) => (typeof each === "number" ? each : (each.value * rate!) / (phitBytes * 1e12));
    return { L: inCycles(L), o: inCycles(o), g: inCycles(g), G: inCycles(G), O: inCycles(O) };
  },
  incompatibility({ L, o, g, G, O }, { engine, flowControl, hasRate }) {
    if (engine.granularity === "packets")
      return {
        path: "host",
        message: `LogGOPS hosts handle whole messages, but ${flowControl} sends packets.`,
        remedy: "Choose fluid flow or an ideal network, or other hosts.",
        nearest: "ideal",
      };
    const [name] = Object.entries({ L, o, g, G, O }).find(([, amount]) => typeof amount !== "number") ?? [];
    if (name !== undefined && !hasRate)
      return {
        path: `host.${name}`,
        message: "a time needs a technology with a rate; in cycles, nothing has seconds.",
        remedy: "Choose a technology such as Gigabit Ethernet, or write a number of cycles.",
      };
    if (!engine.hasContention || L === 0 || (typeof L !== "number" && L.value === 0)) return null;
    const message = "L stands for a network, and there is one: its own latency counts.";
    return { path: "host.L", message, remedy: "Use 0, or an ideal network as the flow control.", nearest: 0 };
  },
});
