/** Drawer section for prices: one price list for all networks, and the cost of each network. */
import type { Bill } from "../../../core/costs/bill.ts";
import { type Document, documentParams, letterOf } from "../../../core/scenario/document.ts";
import { saySpare } from "../../../views/cost/spare.ts";
import { formatMoney } from "../../../words/numbers.ts";
import { capital } from "../../../words/params.ts";
import { Cables } from "./Cables.tsx";
import { ParamField } from "../forms/ParamField.tsx";
import { sectionSentence } from "../sentence/section.ts";
import { plain } from "../../../words/sentence.ts";
import { edited } from "../../state/document-state.ts";
import { namedVariants } from "../../../words/variants.ts";
import { Button } from "../../ui/Button.tsx";
import { ColumnHeader, Table } from "../../ui/Table.tsx";
import { useComputed, usePage, useWorkbench } from "../../hooks.ts";

export interface CostSectionProps {
  /** Whether the drawer covers the page: it then closes when the bill is shown. */
  readonly isModal: boolean;
}

export function CostSection({ isModal }: CostSectionProps) {
  const { store } = usePage();
  const document = useWorkbench(edited);
  return (
    <>
      <Amounts document={document} />
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
export function saidOfCost(document: Document): string {
  const { bills } = namedVariants(document);
  const each = bills.map((bill, i) =>
    bill === null ? null : `${bills.length > 1 ? `${letterOf(i)} ` : ""}${formatMoney(bill.perTerminal)}`,
  );
  const known = each.filter((text) => text !== null);
  return `${plain(sectionSentence(document, "cost"))}${known.length === 0 ? "" : ` ${known.join(", ")} per terminal.`}`;
}

/** Total cost and cost per terminal of every network, and of the part in use if that is smaller. */
function Amounts({ document }: { readonly document: Document }) {
  const { bills } = namedVariants(document);
  const inUse = useComputed(({ view }) => JSON.stringify(view.data("cost").variants.map(({ usedBill }) => usedBill)));
  const parts = JSON.parse(inUse ?? "[]") as readonly (Bill | null)[];
  const rows = bills.flatMap((whole, i) => {
    const [name, part] = [bills.length > 1 ? letterOf(i) : "", parts[i] ?? null];
    const ofPart = part === null ? [] : [[`${name} in use`.trim(), part] as const];
    return whole === null ? [] : [[name === "" ? "network" : name, whole] as const, ...ofPart];
  });
  if (rows.length === 0) return <p className="derived-note">No such network exists.</p>;
  const spare = bills.flatMap((whole, i) => {
    const said = whole === null ? null : saySpare(whole);
    return said === null ? [] : [bills.length > 1 ? `${letterOf(i)}: ${said}` : said];
  });
  return (
    <>
      <p className="visually-hidden" role="status">
        {rows.map(([name, { perTerminal }]) => `${capital(name)}: ${formatMoney(perTerminal)} per terminal.`).join(" ")}
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
              <th scope="row">{capital(name)}</th>
              <td className="number">{formatMoney(total)}</td>
              <td className="number">{formatMoney(perTerminal)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="derived-note">Per terminal is over all terminals of the network; a study divides by those that are needed.</p>
      {spare.map((said) => (
        <p key={said} className="derived-note">
          {said}
        </p>
      ))}
    </>
  );
}
