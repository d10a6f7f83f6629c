/** The curves that a class drew, over each other, and after *Reveal* the computed curve through them. */
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import { sketchesOf, sketchSummaries } from "../../../../lessons/answer-statistics.ts";
import type { SketchQuestion, SketchTruth } from "../../../../lessons/questions/sketch.ts";
import type { Mark } from "../../../../views/marks/marks.ts";
import { MarksGroup } from "../../../view-frame/MarksGroup.tsx";
import { useCanvasSettings } from "../../../view-frame/useCanvasSettings.ts";
import { sketchPlot, type SketchWords } from "../sketch-plot.ts";
import { referenceScale } from "./ValuePicture.tsx";

export interface SketchPictureProps {
  readonly question: SketchQuestion;
  readonly words: SketchWords;
  readonly answers: readonly SubmittedAnswer[];
  /** Whether an answer is shown but not counted, because its line was edited. */
  readonly isDifferent: (answer: SubmittedAnswer) => boolean;
  /** The computed curve; null while it is hidden. */
  readonly truth: SketchTruth | null;
  readonly hoveredLine: number | null;
  readonly summary: string;
}

/** Opacity of a stroke: many strokes are paler, so that places where they agree stand out. */
const strokeOpacity = (count: number) => Math.max(0.12, Math.min(0.6, 4 / count));

/** The picture: a pale stroke for each student, a strong one for their median, and the computed curve in the text color. */
export function SketchPicture({ question, words, answers, isDifferent, truth, hoveredLine, summary }: SketchPictureProps) {
  const [box, surroundings] = useCanvasSettings<HTMLDivElement>();
  const scale = surroundings === null ? 1 : referenceScale(surroundings);
  const size = { width: (surroundings?.width ?? 0) / scale, height: (surroundings?.height ?? 0) / scale };
  const marksOf = (): readonly Mark[] => {
    if (surroundings === null || size.width === 0) return [];
    const { theme } = surroundings;
    const plot = sketchPlot(question, words, size, theme);
    const counted = answers.filter((each) => !isDifferent(each));
    const median = sketchSummaries(sketchesOf(counted)).map((each) => each?.median ?? null);
    const strokes = answers.flatMap((answer) => {
      if (answer.response === null || !("sketch" in answer.response)) return [];
      const isHovered = answer.lineIndex === hoveredLine;
      return plot.stroke(`sketch ${answer.lineIndex}`, answer.response.sketch, {
        stroke: isDifferent(answer) ? theme.edge : theme.accent,
        "stroke-width": isHovered ? 3.2 : 1.4,
        "stroke-opacity": isHovered ? 1 : strokeOpacity(answers.length),
      });
    });
    return [
      ...plot.frame,
      ...strokes,
      ...(counted.length > 1 ? plot.stroke("median", median, { stroke: theme.accent, "stroke-width": 3 }) : []),
      ...(truth === null ? [] : plot.curve(truth.points, { stroke: theme.ink, "stroke-width": 3 })),
    ];
  };
  return (
    <div ref={box} className="class-picture view-box">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={summary}>
        <MarksGroup marks={marksOf()} />
      </svg>
    </div>
  );
}
