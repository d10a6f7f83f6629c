/** Navigation dots, one for each step: hollow if it is still to come, filled if done, in the accent color if current. */
import { IconButton } from "../../ui/IconButton.tsx";
import "./dots.css";

export interface StepDotsProps {
  /** Titles of the steps; null for a title that must not be revealed yet. */
  readonly titles: readonly (string | null)[];
  /** Index of the current step, from 0. */
  readonly stepIndex: number;
  readonly doneSteps: readonly number[];
  readonly onSelect: (step: number) => void;
}

export function StepDots({ titles, stepIndex, doneSteps, onSelect }: StepDotsProps) {
  return (
    <ol className="dots" aria-label="Steps">
      {titles.map((title, i) => (
        <li key={i}>
          <IconButton
            data-done={doneSteps.includes(i) || undefined}
            aria-current={i === stepIndex ? "step" : undefined}
            label={title === null ? `Step ${i + 1}` : `Step ${i + 1}: ${title}`}
            onClick={() => onSelect(i)}
          />
        </li>
      ))}
    </ol>
  );
}
