/** Navigation dots, one for each step: hollow if it is still to come, filled if done, in the accent color if current. */
import { IconButton } from "../../ui/IconButton.tsx";
import "./dots.css";

export interface DotsProps {
  /** Titles of the steps; null for a title that must not be revealed yet. */
  readonly titles: readonly (string | null)[];
  /** Index of the current step, from 0. */
  readonly at: number;
  readonly done: readonly number[];
  readonly onGo: (step: number) => void;
}

export function Dots({ titles, at, done, onGo }: DotsProps) {
  return (
    <ol className="dots" aria-label="Steps">
      {titles.map((title, i) => (
        <li key={i}>
          <IconButton
            data-done={done.includes(i) || undefined}
            aria-current={i === at ? "step" : undefined}
            label={title === null ? `Step ${i + 1}` : `Step ${i + 1}: ${title}`}
            onClick={() => onGo(i)}
          />
        </li>
      ))}
    </ol>
  );
}
