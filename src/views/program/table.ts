/** The table of a program: its messages, or only its steps if there are too many messages. */
import type { TableData, ViewData } from "../contract.ts";
import { messageStateIn } from "./message-arrows.ts";
import { messageGraphIn } from "./form.ts";

const columns = [
  { title: "Message", unit: "" },
  { title: "From", unit: "rank" },
  { title: "To", unit: "rank" },
  { title: "Size", unit: "packets" },
  { title: "Step", unit: "" },
  { title: "After message", unit: "" },
  { title: "Injected", unit: "cycle" },
  { title: "Delivered", unit: "cycle" },
];

/**
 * The messages of a program as a table, a row for each message: its ranks, size, step, the message that it waits for (`after`), and the
 * cycles of its injection and delivery. Cells are empty where cycles are unknown or not reached yet. If messages are only counted, the
 * table has a row for each step.
 */
export function programTable(data: ViewData): TableData {
  const { frame, analysis } = data;
  const graph = messageGraphIn(data);
  if (graph === null) {
    const perStep = analysis?.program?.perStep ?? [];
    return { columns: [columns[4], { title: "Sent", unit: "messages" }], rows: perStep.map((count, i) => [i + 1, count]) };
  }
  const { from, to, packets, step, after } = graph.listed;
  const recordingFrame = messageStateIn(frame, from.length) === null ? null : frame;
  const orEmpty = (cycle: number | undefined) => (cycle === undefined || cycle < 0 ? "" : cycle);
  const rows = Array.from(from, (rank, message) => [
    message,
    rank,
    to[message],
    packets[message],
    step[message],
    orEmpty(after[message]),
    orEmpty(recordingFrame?.messageInjected[message]),
    orEmpty(recordingFrame?.messageDelivered[message]),
  ]);
  return { columns, rows };
}
