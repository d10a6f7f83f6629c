import { familyOutline } from "../../../views/pareto-front/shapes.ts";

/** The symbol of a family, as in the plot; filled if the network was simulated. */
export function FamilyMark({ family, isFilled }: { readonly family: number; readonly isFilled: boolean }) {
  return (
    <svg className="family-mark" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
      <path d={familyOutline(family, 4.4)} fill={isFilled ? "currentColor" : "none"} stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}
