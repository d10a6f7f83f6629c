/** The table of a program: its messages, or only its steps if there are too many messages. */
import type { Table, ViewData } from "../contract.ts";
import { stateIn } from "./arrows.ts";
import { drawnGraph } from "./form.ts";

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
export function programTable(data: ViewData): Table {
  const { frame, analysis } = data;
  const graph = drawnGraph(data);
  if (graph === null) {
    const perStep = analysis?.program?.perStep ?? [];
    return { columns: [columns[4], { title: "Sent", unit: "messages" }], rows: perStep.map((count, i) => [i + 1, count]) };
  }
  const { from, to, packets, step, after } = graph.listed;
  const told = stateIn(frame, from.length) === null ? null : frame;
  const known = (cycle: number | undefined) => (cycle === undefined || cycle < 0 ? "" : cycle);
  const rows = Array.from(from, (rank, m) => [
    m,
    rank,
    to[m],
    packets[m],
    step[m],
    known(after[m]),
    known(told?.messageInjected[m]),
    known(told?.messageDelivered[m]),
  ]);
  return { columns, rows };
}
