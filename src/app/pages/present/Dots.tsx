/** A dot for each step, to be tapped: hollow to come, filled done, accent here. */
import { IconButton } from "../../ui/IconButton.tsx";
import "./dots.css";

export interface DotsProps {
  /** [step] What each is called; null where that is not told yet. */
  readonly titles: readonly (string | null)[];
  /** The present step, from 0. */
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
