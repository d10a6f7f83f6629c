/** Performance per cost of networks that run one workload: a workload mix with a single cell. */
import type { Variant, ViewData } from "../../views/contract.ts";
import { lacksGiven, timeOf } from "../../views/mix/given.ts";
import { type MixTable, tableOf } from "../../core/measures/mix.ts";

/** The table for these runs; null if they cannot be compared. */
export function givenOf({ variants, baseline }: Pick<ViewData, "variants" | "baseline">): MixTable | null {
  if (lacksGiven({ variants, baseline }) !== null) return null;
  const axis = { title: "", labels: [""], weights: [1] };
  const reckoned = (id: string, title: string, bill: (variant: Variant) => Variant["bill"]) => {
    return { id, title, costs: variants.map((each) => bill(each)?.perTerminal ?? null) };
  };
  const whole = reckoned("whole", "the whole network", ({ bill }) => bill);
  const used = reckoned("used", "the part in use", ({ bill, usedBill }) => usedBill ?? bill);
  return tableOf({
    networks: variants,
    baseline,
    rows: axis,
    columns: axis,
    times: variants.map((each) => [[[timeOf(each) as number]]]),
    reckonings: variants.some(({ usedBill }) => usedBill !== null) ? [whole, used] : [whole],
  });
}
