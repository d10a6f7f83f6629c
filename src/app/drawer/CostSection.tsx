/** The drawer's card for prices: one price list for all networks, and what each costs by it. */
import type { Bill } from "../../core/costs/bill.ts";
import { type Document, documentParams, letterOf } from "../../core/scenario/document.ts";
import { formatMoney } from "../../views/shared/format.ts";
import { ParamField } from "../forms/ParamField.tsx";
import { useComputed, viewData } from "../page.ts";
import { plain, sectionSentence } from "../sentence/segments.ts";
import { edited, useWorkbench, workbench } from "../store.ts";
import { namedVariants } from "../variants.ts";

export function CostSection() {
  const document = useWorkbench(edited);
  return (
    <>
      <ParamField param={documentParams.cost} value={document.cost} path={["cost"]} />
      <Amounts document={document} />
      <button type="button" className="quiet" onClick={() => workbench.setState(({ cards }) => ({ cards: { ...cards, cost: true } }))}>
        Show the bill
      </button>
    </>
  );
}

/** The card when it is closed: the price list, and what a terminal costs by it. */
export function saidOfCost(document: Document): string {
  const { bills } = namedVariants(document);
  const each = bills.map((bill, i) =>
    bill === null ? null : `${bills.length > 1 ? `${letterOf(i)} ` : ""}${formatMoney(bill.perTerminal)}`,
  );
  const known = each.filter((text) => text !== null);
  return `${plain(sectionSentence(document, "cost"))}${known.length === 0 ? "" : ` ${known.join(", ")} per terminal.`}`;
}

/** Total and cost of a terminal of every network, and of the part in use where that is less. */
function Amounts({ document }: { readonly document: Document }) {
  const { bills } = namedVariants(document);
  const used = useComputed(() => JSON.stringify(viewData("cost").variants.map(({ usedBill }) => usedBill)));
  const parts = JSON.parse(used ?? "[]") as readonly (Bill | null)[];
  const rows = bills.flatMap((bill, i) => {
    const letter = bills.length > 1 ? `${letterOf(i)}, ` : "";
    const [whole, part] = [bill, parts[i] ?? null];
    return [
      ...(whole === null ? [] : [[`${letter}cost`, whole] as const]),
      ...(part === null ? [] : [[`${letter}part in use`, part] as const]),
    ];
  });
  if (rows.length === 0) return <p className="derived-note">No such network exists.</p>;
  return (
    <dl className="derived" aria-live="polite">
      {rows.map(([name, { total, perTerminal }]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {formatMoney(total)}, {formatMoney(perTerminal)} per terminal
          </dd>
        </div>
      ))}
    </dl>
  );
}
