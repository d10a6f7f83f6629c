/** A dot for each step, to be tapped: hollow to come, filled done, accent here. */
import "./dots.css";

export interface DotsProps {
  /** [step] What each is called. */
  readonly titles: readonly string[];
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
          <button
            type="button"
            data-done={done.includes(i) || undefined}
            aria-current={i === at ? "step" : undefined}
            aria-label={`Step ${i + 1}: ${title}`}
            onClick={() => onGo(i)}
          >
            <span>{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
