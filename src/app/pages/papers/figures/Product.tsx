/** The blocks of a product of matrices, step by step, and in words what each process does in the step. */
import { useMemo, useRef, useState } from "react";
import type { ComputedBlock } from "../../../../reproductions/contract.ts";
import { palette } from "../../../../views/marks/colour.ts";
import { countOf } from "../../../../words/numbers.ts";
import type { FigureProps } from "./contract.ts";
import { placeProduct, toneOfProcess } from "./product.ts";
import { Steps } from "./Stepper.tsx";
import { useMarks } from "./useMarks.ts";
import { useTheme } from "./useTheme.ts";
import { useWidth } from "./useWidth.ts";

export function Product({ figure }: FigureProps<"product">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const theme = useTheme(group);
  const product = useMemo(() => figure.product(), [figure]);
  const [step, setStep] = useState(0);
  const drawing = useMemo(
    () => (theme === null || width < 120 ? null : placeProduct(product, step, Math.min(width, 440), theme)),
    [product, step, theme, width],
  );
  useMarks(group, drawing?.marks ?? null);
  const { processes, steps, step: word } = product;
  const at = steps[step];
  const working = new Set(at.map(({ process }) => process)).size;
  const said = `${word} ${step} of 0 to ${steps.length - 1}: ${countOf(at.length, "block", "blocks")}, ${countOf(working, "process computes", "processes compute")}`;
  const fill = theme === null ? null : palette(theme, "surface").fill;
  return (
    <div ref={box} className="figure-box figure-product">
      <svg data-drawn width={drawing?.width ?? 0} height={drawing?.height ?? 0} role="img" aria-label={`${figure.title}, ${said}`}>
        <g ref={group} />
      </svg>
      <ul>
        {Array.from({ length: processes }, (_, process) => (
          <li key={process}>
            <b>
              <i style={{ background: fill?.[toneOfProcess(process, processes)] }} aria-hidden="true" /> Process {process}
            </b>
            <span>{sayOf(steps, step, process)}</span>
          </li>
        ))}
      </ul>
      <Steps steps={steps.length} step={step} said={said} onStep={setStep} />
    </div>
  );
}

/** What a process does in a step: `gets B1 from process 1, computes C(4, 1); then …`; `waits` before its last block, then it is done. */
function sayOf(steps: readonly (readonly ComputedBlock[])[], step: number, process: number): string {
  const ofProcess = (all: readonly ComputedBlock[]) => all.filter((block) => block.process === process);
  const blocks = ofProcess(steps[step]);
  if (blocks.length === 0) return steps.slice(step + 1).some((later) => ofProcess(later).length > 0) ? "waits" : "is done";
  return blocks
    .map(({ i, j, from }) => `${from === null ? "" : `gets B${j} from process ${from}, `}computes C(${i}, ${j})`)
    .join("; then ");
}
