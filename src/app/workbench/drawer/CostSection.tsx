/** Drawer section for prices: one price list for all networks, and the cost of each network. */
import type { Bill } from "../../../core/costs/bill.ts";
import { type Document, documentParams, letterOf } from "../../../core/scenario/document.ts";
import { saySparePorts } from "../../../views/cost/spare.ts";
import { uncapitalize } from "../../../core/base/words.ts";
import { formatMoney } from "../../../words/numbers.ts";
import { capitalize } from "../../../words/params.ts";
import { Cables } from "./Cables.tsx";
import { ParamField } from "../forms/ParamField.tsx";
import { sectionSentence } from "../sentence/section.ts";
import { segmentsAsText } from "../../../words/sentence.ts";
import { editedDocument } from "../../state/document-state.ts";
import { namedVariants } from "../../../words/variants.ts";
import { Button } from "../../ui/Button.tsx";
import { ColumnHeader, Table } from "../../ui/Table.tsx";
import { usePageRuns, usePage, useWorkbench } from "../../hooks.ts";

export interface CostSectionProps {
  /** Whether the drawer covers the page. Such a drawer closes when the bill is shown. */
  readonly isModal: boolean;
}

/**
 * The section “Cost” of the settings drawer: a table of the costs of the compared networks, a button that opens the card with the bill, the
 * cables, and a form for the price list. `isModal` is true where the drawer covers the page; then the button closes it.
 */
export function CostSection({ isModal }: CostSectionProps) {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  return (
    <>
      <CostTable document={document} />
      <Button
        variant="quiet"
        onClick={() =>
          store.setState(({ view: { cards, drawer } }) => ({ view: { cards: { ...cards, cost: true }, drawer: isModal ? null : drawer } }))
        }
      >
        Show the bill
      </Button>
      <Cables cost={document.cost} />
      <ParamField param={documentParams.cost} value={document.cost} path={["cost"]} />
    </>
  );
}

/** Text of the closed section: the price list, and the cost per terminal. */
export function costSummary(document: Document): string {
  const { bills } = namedVariants(document);
  const each = bills.map((bill, i) =>
    bill === null ? null : `${bills.length > 1 ? `${letterOf(i)} ` : ""}${formatMoney(bill.perTerminal)}`,
  );
  const knownCosts = each.filter((text) => text !== null);
  return `${segmentsAsText(sectionSentence(document, "cost"))}${knownCosts.length === 0 ? "" : ` ${knownCosts.join(", ")} per terminal.`}`;
}

/**
 * Table of the total cost and the cost per terminal of every compared network, and of the part that the workload uses if that is smaller
 * than the network. A bill is the cost of a network by its price list.
 */
function CostTable({ document }: { readonly document: Document }) {
  const { bills } = namedVariants(document);
  // As text, because a new array on every call would cause endless renders.
  const usedBillsText = usePageRuns(({ view }) => JSON.stringify(view.data("cost").variants.map(({ usedBill }) => usedBill)));
  const usedBills = JSON.parse(usedBillsText ?? "[]") as readonly (Bill | null)[];
  const rows = bills.flatMap((bill, i) => {
    const [name, usedPart] = [bills.length > 1 ? letterOf(i) : "", usedBills[i] ?? null];
    const usedRow = usedPart === null ? [] : [[`${name} in use`.trim(), usedPart] as const];
    return bill === null ? [] : [[name === "" ? "network" : name, bill] as const, ...usedRow];
  });
  if (rows.length === 0) return <p className="derived-note">These values describe no valid network.</p>;
  const spareNotes = bills.flatMap((bill, i) => {
    const note = bill === null ? null : saySparePorts(bill);
    return note === null ? [] : [bills.length > 1 ? `${letterOf(i)}: ${note}` : note];
  });
  return (
    <>
      <p className="visually-hidden" role="status">
        {rows.map(([name, { perTerminal }]) => `${capitalize(name)}: ${formatMoney(perTerminal)} per terminal.`).join(" ")}
      </p>
      <Table className="amounts">
        <thead>
          <tr>
            <td />
            <ColumnHeader isNumber>Cost</ColumnHeader>
            <ColumnHeader isNumber>Per terminal</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { total, perTerminal }]) => (
            <tr key={name}>
              <th scope="row">{capitalize(name)}</th>
              <td className="number">{formatMoney(total)}</td>
              <td className="number">{formatMoney(perTerminal)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {/* All networks have one price list. */}
      <p className="derived-note">
        {capitalize(rows[0][1].prices)}: {uncapitalize(rows[0][1].rule)}
      </p>
      <p className="derived-note">
        The cost per terminal counts all terminals of the network; a study counts only the terminals that it needs.
      </p>
      {spareNotes.map((note) => (
        <p key={note} className="derived-note">
          {note}
        </p>
      ))}
    </>
  );
}
