import { type ValidationIssue, maxIssues } from "../base/errors.ts";
import { integer, list, quantity, record } from "../base/params.ts";
import { formatQuantity } from "../base/units.ts";
import { defineWorkload } from "./contract.ts";
import { messageTooLong } from "./program.ts";

/** Maximum number of bytes of all messages, which take minutes to simulate, not hours. */
const maxTotalMessageBytes = 1e9;

const terminalParam = (title: string) => integer({ title, help: "Number of a terminal.", min: 0, max: 65535, default: 0 });

export const messageList = defineWorkload({
  id: "messages",
  title: "messages",
  article: "",
  group: "Independent packets",
  summary: "A list of messages, each with source, destination, size and time, for small examples that are exact to the cycle.",
  source: "this program",
  params: {
    list: list(
      record(
        {
          source: terminalParam("Source"),
          destination: integer({ title: "Destination", help: "Number of another terminal.", min: 0, max: 65535, default: 1 }),
          bytes: quantity({
            title: "Size",
            help: "Size of the message in bytes; it is sent as whole packets.",
            dimension: "bytes",
            min: 1,
            max: 1e12,
            multipleOf: 1,
            default: 64,
          }),
          time: integer({ title: "Time", help: "Cycle in which the message is created.", unit: "cycles", min: 0, max: 1e9, default: 0 }),
        },
        { title: "Message", help: "One message." },
      ),
      {
        title: "Messages",
        help: "Sent in order of time; messages of one source at the same time keep their order in the list.",
        minLength: 1,
        maxLength: 10000,
        separator: "; ",
        default: [{ source: 0, destination: 1, bytes: 64, time: 0 }],
      },
    ),
  },
  phrase: "{list}",
  examples: [{ list: [{ source: 0, destination: 1, bytes: "200 B", time: 5 }] }],
  isEndless: false,
  /**
   * The issues with a list of messages: too many bytes (fluid flow has no limit), terminals that do not exist, and messages from a terminal
   * to itself. At most `maxIssues` of them.
   */
  check({ list }, { terminals }, { engine }) {
    const issues: ValidationIssue[] = [];
    const isFlow = engine.granularity === "flows";
    const bytes = list.reduce((sum, message) => sum + message.bytes, 0);
    const longIndex = isFlow ? -1 : list.findIndex((message) => message.bytes > maxTotalMessageBytes);
    if (longIndex >= 0) issues.push(messageTooLong(`list.${longIndex}.bytes`, list[longIndex].bytes, maxTotalMessageBytes));
    else if (bytes > maxTotalMessageBytes && !isFlow) {
      issues.push({
        path: "list",
        message: `the messages have ${formatQuantity(bytes, "bytes")} in total; at most ${formatQuantity(maxTotalMessageBytes, "bytes")} are simulated.`,
        remedy: "Send fewer or smaller messages.",
      });
    }
    list.forEach((message, i) => {
      for (const endKey of ["source", "destination"] as const) {
        if (message[endKey] < terminals) continue;
        issues.push({
          path: `list.${i}.${endKey}`,
          message: `terminal ${message[endKey]} does not exist; there are ${terminals} terminals, 0 to ${terminals - 1}.`,
          remedy: `Use ${terminals - 1} or less.`,
          nearest: terminals - 1,
        });
      }
      if (message.source === message.destination) {
        issues.push({
          path: `list.${i}.destination`,
          message: `terminal ${message.source} would send to itself.`,
          remedy: "Choose two different terminals.",
        });
      }
    });
    return issues.slice(0, maxIssues);
  },
  compile({ list }, { packetBytes }) {
    const order = list.map((_, i) => i).sort((a, b) => list[a].time - list[b].time || a - b);
    return {
      form: "messages",
      source: Int32Array.from(order, (i) => list[i].source),
      destination: Int32Array.from(order, (i) => list[i].destination),
      packets: Float64Array.from(order, (i) => Math.ceil(list[i].bytes / packetBytes)),
      time: Float64Array.from(order, (i) => list[i].time),
      index: Int32Array.from(order),
    };
  },
});
