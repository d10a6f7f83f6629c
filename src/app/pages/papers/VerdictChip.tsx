/** A verdict as a word and a shape that can be distinguished without color. */
import "./verdict.css";
import { type VerdictId, verdictWords } from "../../../reproductions/verdict.ts";

/** Path data in a box of 12 × 12. */
const verdictPaths: Readonly<Record<VerdictId, string>> = {
  exact: "M1 4h10M1 8h10",
  set: "M1 1h10v10H1zM3.5 4.5h5M3.5 7.5h5",
  within: "M1 4.2c2-2.5 4-2 5 0s3 2 5-.5M1 8.4c2-2.5 4-2 5 0s3 2 5-.5",
  order: "M2 10V7M6 10V4M10 10V1",
  differs: "M1 4h10M1 8h10M3 11 9 1",
};

/** The shape of a verdict, for places where the word for the verdict is next to the shape or does not fit. */
export function VerdictShape({ id }: { readonly id: VerdictId }) {
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth={1.8} aria-hidden="true">
      <path d={verdictPaths[id]} />
    </svg>
  );
}

interface VerdictChipProps {
  readonly id: VerdictId;
  /** Replaces the verdict's name, for example for the verdict on several numbers. */
  readonly text?: string;
  /** A note that some numbers were fitted, chosen or assumed, which the verdict itself does not say. */
  readonly note?: string;
}

export function VerdictChip({ id, text = verdictWords[id].title, note = "" }: VerdictChipProps) {
  return (
    <span className="verdict" data-verdict={id}>
      <VerdictShape id={id} />
      <span>
        {text}
        {note !== "" && <small> · {note}</small>}
      </span>
    </span>
  );
}

/** An icon that shows whether a statement holds: a check mark, a dash if `otherwise` says that it is not reproduced, or else a cross. */
export function StatementShape({ holds, otherwise = "" }: { readonly holds: boolean; readonly otherwise?: string }) {
  const path = holds ? "M1.5 6.5 4.5 9.5 10.5 2.5" : otherwise === "not reproduced" ? "M1.5 6H10.5" : "M2.5 2.5 9.5 9.5M9.5 2.5 2.5 9.5";
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth={1.8} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
