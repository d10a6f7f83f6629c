/** The text area for the lines of a class, with line numbers and markers in the gutter. The remarks are listed below. */
import { type SyntheticEvent, useId, useRef } from "react";
import { isolated } from "../../../../core/base/words.ts";
import type { Remark } from "../../../../lessons/answers.ts";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { countOf } from "../../../../words/numbers.ts";

/** Maximum number of remarks that are written out. */
const mostTold = 40;
/** Height of a line, in px, as in the style sheet. */
const lineHeight = 20;

export interface LinesProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly remarks: readonly Remark[];
  readonly cut: string;
  /** A line that answers this step, shown as the placeholder. */
  readonly example: string;
  readonly hot: number | null;
  readonly onHot: (at: number | null) => void;
}

export function Lines({ text, onText, remarks, cut, example, hot, onHot }: LinesProps) {
  const gutter = useRef<HTMLDivElement>(null);
  const id = useId();
  const count = Math.max(1, text.split(/\r\n|\r|\n/).length);
  const caret = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    onHot(currentTarget.value.slice(0, currentTarget.selectionStart).split("\n").length - 1);
  };
  // Lines of other steps are only counted, below. Listing them one by one would hide the errors.
  const wrong = remarks.filter(({ is }) => is !== "elsewhere");
  const told = wrong.slice(0, mostTold);
  return (
    <div className="class-lines">
      <label htmlFor={id}>
        <b>Answers</b> <span className="muted">One line each, from the chat of the course or a file.</span>
      </label>
      <div className="class-text">
        <div className="class-gutter" aria-hidden="true">
          <div ref={gutter}>
            {remarks.map(({ at, is }) => (
              <i key={`${at} ${is}`} data-is={is} style={{ top: at * lineHeight }} />
            ))}
            {hot !== null && hot < count && <i data-is="hot" style={{ top: hot * lineHeight }} />}
            <pre>{Array.from({ length: count }, (_, i) => i + 1).join("\n")}</pre>
          </div>
        </div>
        <TextArea
          id={id}
          aria-describedby={`${id}-told`}
          value={text}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder={example}
          onChange={onText}
          onSelect={caret}
          onBlur={() => onHot(null)}
          onScroll={({ currentTarget }) => {
            if (gutter.current !== null) gutter.current.style.transform = `translateY(${-currentTarget.scrollTop}px)`;
          }}
        />
      </div>
      <div id={`${id}-told`} className="class-remarks" role="status">
        {cut !== "" && <p data-is="fault">{cut}</p>}
        {told.map(({ at, is, why }) => (
          <p key={`${at} ${is}`} data-is={is}>
            Line {at + 1} {isolated(why)}.
          </p>
        ))}
        {wrong.length > told.length && <p>{countOf(wrong.length - told.length, "more line is", "more lines are")} marked.</p>}
      </div>
    </div>
  );
}
