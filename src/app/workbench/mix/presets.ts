/** Presets of the weights of a mix. */
import type { ChosenKind } from "../../../core/base/params.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import { isWorkloadAxis, mixAxes } from "../../../findings/mix-table.ts";
import type { MixTableWeights } from "../../../core/measures/mix.ts";

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** One-line description. */
  readonly help: string;
  readonly weights: MixTableWeights;
}

/**
 * The presets of a mix, each a set of weights for its rows (programs) and columns (message sizes): equal weights, and the two examples of
 * the trees report (Navaridas et al., §5.3, Table 5), where they apply.
 * @param rows Number of rows.
 * @param columns Number of columns.
 * @param isCollective For each row, whether it is a collective operation.
 * @param hasSizes Whether the columns are sizes in ascending order.
 */
export function presetsFor(rows: number, columns: number, isCollective: readonly boolean[], hasSizes: boolean): readonly Preset[] {
  const ones = (count: number) => Array.from({ length: count }, () => 1);
  const equalWeights = { rows: ones(rows), columns: ones(columns) };
  const hasMixedKinds = isCollective.some((each) => each) && !isCollective.every((each) => each);
  return [
    { id: "equal", title: "All equal", help: "Every weight is 1.", weights: equalWeights },
    ...(hasMixedKinds
      ? [
          {
            id: "collectives",
            title: "Collectives",
            help: "Collective operations alone, at all sizes (Table 5a of the trees report).",
            weights: { ...equalWeights, rows: isCollective.map(Number) },
          },
        ]
      : []),
    ...(hasSizes && columns > 1
      ? [
          {
            id: "long",
            title: "Long messages",
            help: "The longest messages alone, of all programs (Table 5b of the trees report).",
            weights: { ...equalWeights, columns: [...ones(columns - 1).map(() => 0), 1] },
          },
        ]
      : []),
  ];
}

/** The presets of a document that is a mix. */
export function presetsOf(document: Document): readonly Preset[] {
  const { rows, columns } = mixAxes(document);
  const workloadAxis = document.sweep.find(isWorkloadAxis);
  const kinds = (workloadAxis?.values ?? []) as readonly ChosenKind[];
  const isCollective = kinds.map(({ kind }) => workloads.get(kind).collective === true);
  const sizes = document.sweep.find(({ path }) => path.at(-1) === "message");
  const isAscending = sizes?.values.every((value, i) => i === 0 || (value as number) > (sizes.values[i - 1] as number)) === true;
  return presetsFor(
    rows.labels.length,
    columns.labels.length,
    isCollective,
    isAscending && sizes !== workloadAxis && document.sweep.length === 2,
  );
}

/** Whether weights equal those of a preset, up to a common factor. */
export function isPreset({ weights }: Preset, weightsToTest: MixTableWeights): boolean {
  const isProportional = (a: readonly number[], b: readonly number[]) => {
    const maxWeight = Math.max(...b);
    return maxWeight > 0 && a.length === b.length && a.every((each, i) => each === b[i] / maxWeight);
  };
  return isProportional(weights.rows, weightsToTest.rows) && isProportional(weights.columns, weightsToTest.columns);
}
