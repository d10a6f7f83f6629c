/** The blocks of a matrix on their nodes, and where they go in each step. */
import { useEffect, useMemo, useRef, useState } from "react";
import { marksOfStep } from "../../../../views/blocks/blocks.ts";
import { journeyOf } from "../../../../views/blocks/journey.ts";
import { heightAt, placesIn } from "../../../../views/blocks/place.ts";
import { drawMarks, layerOf } from "../../../../views/marks/marks.ts";
import { countOf } from "../../../../words/numbers.ts";
import type { FigureProps } from "./contract.ts";
import { Steps } from "./Stepper.tsx";
import { useTheme } from "./useTheme.ts";
import { useWidth } from "./useWidth.ts";

export function Blocks({ figure }: FigureProps<"blocks">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const theme = useTheme(group);
  const [step, setStep] = useState(0);
  const { journey, network } = useMemo(() => {
    const { causality, network: own } = figure.plan();
    return { journey: journeyOf(causality, own), network: own };
  }, [figure]);
  const height = heightAt(Math.max(width, 120), network);
  useEffect(() => {
    if (group.current === null || theme === null || journey === null || width < 120) return;
    const places = placesIn(width, height, journey.side, journey.steps, network);
    // The names of the steps are the buttons below.
    const marks = marksOfStep({ journey, places: { ...places, steps: [] }, network }, step, theme.ink, { width, height, theme });
    drawMarks(marks, layerOf(group.current, "marks"));
  }, [journey, network, step, theme, width, height]);
  if (journey === null) return null;
  const moves = journey.moves.filter((move) => move.step === step + 1).length;
  const said = `step ${step + 1} of ${journey.steps}: ${countOf(moves, "block moves", "blocks move")}`;
  return (
    <div ref={box} className="figure-box figure-programs">
      <svg data-drawn width={width} height={height} role="img" aria-label={`${figure.title}, ${said}`}>
        <g ref={group} />
      </svg>
      <Steps steps={journey.steps} step={step} said={said} onStep={setStep} />
    </div>
  );
}
