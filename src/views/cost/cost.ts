/** Cost of the network: a line for each kind of part, with the share that the job uses. */
import type { Bill, BillLine } from "../../core/costs/bill.ts";
import { capitalize, joinWithAnd, uncapitalize } from "../../core/base/words.ts";
import type { View, ViewData } from "../contract.ts";
import { saySparePorts } from "./spare.ts";
import { billHeight, billMarks, type BillRow } from "./paint.ts";
import { countOf, formatCount, formatMoney, sayPercent, withUnit } from "../../words/numbers.ts";
import { type MarksDrawing, drawMarks } from "../marks/marks.ts";

export const costView: View<MarksDrawing> = {
  id: "cost",
  title: "Cost",
  sources: [],

  preferredSize: (data, width) => ({ width, height: billHeight(billRows(data), data, width) }),

  emptyMessage: ({ bill }) =>
    bill === null ? "Shows the cost of the network, part by part. All networks on the page need the same price list." : null,

  axisMaxima: ({ bill }) => [Math.max(0, ...(bill?.lines.map(({ total }) => total) ?? []))],

  summary({ bill, usedBill, variants }) {
    if (bill === null) return "There is no bill for this network.";
    if (bill.total === 0) return "At these prices the network costs nothing.";
    const { of: category, part: share } = largestCategory(bill);
    const totalText = `The network costs ${formatMoney(bill.total)}, ${formatMoney(bill.perTerminal)} per terminal; ${sayPercent(share)} is for ${category}`;
    const spare = saySparePorts(bill);
    // Of several networks, each has a summary, but all have the same prices.
    const ruleText = variants.length > 1 ? "" : ` ${capitalize(bill.prices)}: ${uncapitalize(bill.rule)}`;
    const extraText = `${spare === null ? "." : `. ${spare}`}${sayHostParts(bill)}${ruleText}`;
    if (usedBill === null) return `${totalText}${extraText}`;
    const usedText = `${formatCount(usedBill.terminals)} of ${withUnit(formatCount(bill.terminals), "terminals")}`;
    return `${totalText}; ${usedText} are in use, and their parts cost ${formatMoney(usedBill.total)}, ${formatMoney(usedBill.perTerminal)} per terminal${extraText}`;
  },

  layout: (data, canvas) => ({ marks: canvas.width < 120 ? [] : billMarks(billRows(data), data, canvas) }),

  draw: ({ marks }, group) => drawMarks(marks, group),

  /**
   * The bill of materials as a table: a row for each kind of part with its count and its price in US dollars, then the total, the total per
   * terminal, and the cost of the ports without a link. The last two columns are for the part of the network that the job uses; they are
   * empty if it uses all of it.
   */
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
      const usedLine = usedBill?.lines.find((line) => line.what === what);
      return [what, count, each, total, ...(usedBill === null ? ["", ""] : [usedLine?.count ?? 0, usedLine?.total ?? 0])];
    });
    const totalRow = ["all", "", "", bill.total, "", usedBill?.total ?? ""];
    const perTerminalRow = ["per terminal", bill.terminals, "", bill.perTerminal, usedBill?.terminals ?? "", usedBill?.perTerminal ?? ""];
    const { spare } = bill;
    const spareRows = spare === null ? [] : [["of it, for ports without a link", spare.ports, "", spare.cost ?? 0, "", ""]];
    return { columns, rows: [...rows, totalRow, perTerminalRow, ...spareRows], isMixed: true };
  },
};

/** The lines of the bill with a cost, each with the line of the part in use. */
function billRows({ bill, usedBill }: Pick<ViewData, "bill" | "usedBill">): readonly BillRow[] {
  return (bill?.lines ?? [])
    .filter(({ total }) => total > 0)
    .map((line) => ({
      ...line,
      used: usedBill === null ? null : (usedBill.lines.find(({ what }) => what === line.what) ?? null),
    }));
}

/** Parts inside hosts, which are not bought separately; empty if hosts have no inner network. */
function sayHostParts({ inside: { switches, links } }: Bill): string {
  if (switches + links === 0) return "";
  const counts = [countOf(switches, "switch", "switches"), countOf(links, "link", "links")].slice(switches === 0 ? 1 : 0);
  return ` Parts inside hosts are not bought separately: ${joinWithAnd(counts)}.`;
}

/** The category with the largest share of the cost. */
function largestCategory({ lines, total }: Bill): { readonly of: BillLine["of"]; readonly part: number } {
  const sums = (["switches", "links", "terminals"] as const).map((category) => ({
    of: category,
    part: lines.reduce((sum, line) => sum + (line.of === category ? line.total : 0), 0) / total,
  }));
  return sums.reduce((largest, each) => (each.part > largest.part ? each : largest));
}
