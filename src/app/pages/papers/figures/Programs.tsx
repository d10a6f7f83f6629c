/** Rank programs as communication graphs, each with its steps to go through. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { DrawnProgram } from "../../../../reproductions/contract.ts";
import { countOf } from "../../../../words/numbers.ts";
import { drawMarks, layerOf } from "../../../../views/marks/marks.ts";
import { stepMarks } from "../../../../views/program/pick.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { drawProgram } from "./programs.ts";
import { Stepper } from "./Stepper.tsx";
import { useTheme } from "./useTheme.ts";
import { useWidth } from "./useWidth.ts";

export function Programs({ figure }: FigureProps<"programs">) {
  return (
    <div className="figure-networks figure-programs">
      {figure.programs.map((program) => (
        <OneProgram key={program.title} program={program} />
      ))}
    </div>
  );
}

function OneProgram({ program }: { readonly program: DrawnProgram }) {
  const [box, width] = useWidth<HTMLElement>();
  const group = useRef<SVGGElement>(null);
  const [step, setStep] = useState<number | null>(null);
  const theme = useTheme(group);
  const { messages, perStep } = useMemo(() => program.program(), [program]);
  const steps = perStep?.length ?? 0;
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (group.current === null || theme === null || width < 120) return;
    const figure = drawProgram(program, { width, theme });
    setHeight(figure.height);
    drawMarks(figure.drawn.marks, layerOf(group.current, "marks"));
    const canvas = { width, height: figure.height, theme };
    drawMarks(step === null ? [] : stepMarks(figure.drawn, step, canvas), layerOf(group.current, "step"));
  }, [program, width, step, theme]);
  const said =
    step === null
      ? `${countOf(messages, "message", "messages")} in ${countOf(steps, "step", "steps")}`
      : `step ${step + 1} of ${steps}: ${countOf(perStep?.[step] ?? 0, "message", "messages")}`;
  const go = (by: number) => setStep((at) => (at === null ? (by > 0 ? 0 : steps - 1) : at + by < 0 || at + by >= steps ? null : at + by));
  return (
    <figure ref={box}>
      <svg width={width} height={height} role="img" aria-label={`${program.title}: ${said}`}>
        <g ref={group} />
      </svg>
      <Stepper back={`Step back, ${program.title}`} forward={`Step forward, ${program.title}`} said={said} onStep={go} />
      <figcaption>
        <b>
          <Typeset text={program.title} />
        </b>
        <Typeset text={program.say} />
      </figcaption>
    </figure>
  );
}
