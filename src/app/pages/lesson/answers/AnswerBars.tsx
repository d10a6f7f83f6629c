/** A bar chart of how many students gave each answer. The true answers are marked. */
import { formatCount } from "../../../../words/numbers.ts";

export interface AnswerBar {
  readonly key: string;
  readonly words: string;
  readonly count: number;
  readonly isTrue: boolean;
}

/**
 * A bar chart of the answers of a class, with one row for each distinct answer: its text, a bar, and the number of students who gave it.
 * Bar lengths are relative to the largest count. The correct answer has a check mark.
 */
export function AnswerBars({ bars, label }: { readonly bars: readonly AnswerBar[]; readonly label: string }) {
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className="class-bars" aria-label={label}>
      {bars.map(({ key, words, count, isTrue }) => (
        <li key={key} data-true={isTrue || undefined}>
          <span>
            {words}
            {isTrue && (
              <>
                <span aria-hidden="true"> ✓</span>
                <span className="visually-hidden">, true</span>
              </>
            )}
          </span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * count) / maxCount} height={10} />
          </svg>
          <b>{formatCount(count)}</b>
        </li>
      ))}
    </ul>
  );
}
