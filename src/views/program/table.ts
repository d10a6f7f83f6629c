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

/** A row for each message. Cells are empty where cycles are unknown or not reached yet. */
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
