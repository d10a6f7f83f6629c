/** Cost of the network: a line for each kind of part, with the share that the job uses. */
import type { Bill, BillLine } from "../../core/costs/bill.ts";
import { anded } from "../../core/base/words.ts";
import type { View, ViewData } from "../contract.ts";
import { saySpare } from "./spare.ts";
import { billHeight, billMarks, type BillRow } from "./paint.ts";
import { countOf, formatCount, formatMoney, sayPercent, withUnit } from "../../words/numbers.ts";
import { type Drawing, drawMarks } from "../marks/marks.ts";

export const cost: View<Drawing> = {
  id: "cost",
  title: "Cost",
  drawsFrom: [],

  room: (data, width) => ({ width, height: billHeight(rowsOf(data), data, width) }),

  needs: ({ bill }) =>
    bill === null ? "Shows what the network costs, part by part, if one price list holds for all networks on the page." : null,

  reach: ({ bill }) => [Math.max(0, ...(bill?.lines.map(({ total }) => total) ?? []))],

  summary({ bill, usedBill }) {
    if (bill === null) return "No such network exists.";
    if (bill.total === 0) return "By these prices the network costs nothing.";
    const { of, part } = largestOf(bill);
    const whole = `The network costs ${formatMoney(bill.total)}, ${formatMoney(bill.perTerminal)} per terminal, ${sayPercent(part)} of it for ${of}`;
    const spare = saySpare(bill);
    const also = `${spare === null ? "." : `. ${spare}`}${sayInside(bill)}`;
    if (usedBill === null) return `${whole}${also}`;
    const who = `${formatCount(usedBill.terminals)} of ${withUnit(formatCount(bill.terminals), "terminals")}`;
    return `${whole}; ${who} are in use, with parts for ${formatMoney(usedBill.total)}, ${formatMoney(usedBill.perTerminal)} each${also}`;
  },

  layout: (data, canvas) => ({ marks: canvas.width < 120 ? [] : billMarks(rowsOf(data), data, canvas) }),

  draw: ({ marks }, into) => drawMarks(marks, into),

  table({ bill, usedBill }) {
    const columns = [
      { title: "What", unit: "" },
      { title: "Count", unit: "" },
      { title: "Each", unit: "US$" },
      { title: "Total", unit: "US$" },
      { title: "In use", unit: "" },
      { title: "In use, total", unit: "US$" },
    ];
    if (bill === null) return { columns, rows: [] };
    const rows = bill.lines.map(({ what, count, each, total }) => {
      const own = usedBill?.lines.find((line) => line.what === what);
      return [what, count, each, total, ...(usedBill === null ? ["", ""] : [own?.count ?? 0, own?.total ?? 0])];
    });
    const all = ["all", "", "", bill.total, "", usedBill?.total ?? ""];
    const shared = ["per terminal", bill.terminals, "", bill.perTerminal, usedBill?.terminals ?? "", usedBill?.perTerminal ?? ""];
    const { spare } = bill;
    const idle = spare === null ? [] : [["of it, for ports without a link", spare.ports, "", spare.cost ?? 0, "", ""]];
    return { columns, rows: [...rows, all, shared, ...idle], isMixed: true };
  },
};

/** The lines with a cost, each with the part of it in use. */
function rowsOf({ bill, usedBill }: Pick<ViewData, "bill" | "usedBill">): readonly BillRow[] {
  return (bill?.lines ?? [])
    .filter(({ total }) => total > 0)
    .map((line) => ({
      ...line,
      used: usedBill === null ? null : (usedBill.lines.find(({ what }) => what === line.what) ?? null),
    }));
}

/** Parts inside hosts, which are not bought separately; empty if hosts have no inner network. */
function sayInside({ inside: { switches, links } }: Bill): string {
  if (switches + links === 0) return "";
  const of = [countOf(switches, "switch", "switches"), countOf(links, "link", "links")].slice(switches === 0 ? 1 : 0);
  return ` What is inside hosts comes with them: ${anded(of)}.`;
}

/** The category with the largest share of the cost. */
function largestOf({ lines, total }: Bill): { readonly of: BillLine["of"]; readonly part: number } {
  const sums = (["switches", "links", "terminals"] as const).map((of) => ({
    of,
    part: lines.reduce((sum, line) => sum + (line.of === of ? line.total : 0), 0) / total,
  }));
  return sums.reduce((most, each) => (each.part > most.part ? each : most));
}
