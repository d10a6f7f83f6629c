/** Performance per cost of networks that run one workload: a workload mix with a single cell. */
import type { Variant, ViewData } from "../../views/contract.ts";
import { singleWorkloadMessage, timePerPhit } from "../../views/mix/single-workload.ts";
import { type MixTable, mixTableOf } from "../../core/measures/mix.ts";

/** The table for these runs; null if they cannot be compared. */
export function workloadMixOf({ variants, baseline }: Pick<ViewData, "variants" | "baseline">): MixTable | null {
  if (singleWorkloadMessage({ variants, baseline }) !== null) return null;
  const singleCell = { title: "", labels: [""], weights: [1] };
  const reckoningOf = (id: string, title: string, bill: (variant: Variant) => Variant["bill"]) => {
    return { id, title, costs: variants.map((each) => bill(each)?.perTerminal ?? null) };
  };
  const whole = reckoningOf("whole", "the whole network", ({ bill }) => bill);
  const used = reckoningOf("used", "the part in use", ({ bill, usedBill }) => usedBill ?? bill);
  return mixTableOf({
    networks: variants,
    baseline,
    rows: singleCell,
    columns: singleCell,
    times: variants.map((each) => [[[timePerPhit(each) as number]]]),
    costBases: variants.some(({ usedBill }) => usedBill !== null) ? [whole, used] : [whole],
  });
}
