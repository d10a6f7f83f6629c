/** The text area for the lines of a class, with line numbers and markers in the gutter. The remarks are listed below. */
import { type SyntheticEvent, useId, useRef } from "react";
import { isolateDirection } from "../../../../core/base/words.ts";
import type { Remark } from "../../../../lessons/answers.ts";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { countOf } from "../../../../words/numbers.ts";

/** Maximum number of remarks that are written out. */
const maxRemarks = 40;
/** Height of a line, in px, as in the style sheet. */
const lineHeight = 20;

export interface AnswerLinesProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly remarks: readonly Remark[];
  readonly truncation: string;
  /** A line that answers this step, shown as the placeholder. */
  readonly example: string;
  readonly hoveredLine: number | null;
  readonly onHover: (lineIndex: number | null) => void;
}

/**
 * The text field into which a lecturer pastes the answers of a class, each a line of text from a student's device, with line numbers and a
 * remark for each line that cannot be used. In the column of line numbers, marks show the lines with remarks and the hovered one.
 */
export function AnswerLines({ text, onText, remarks, truncation, example, hoveredLine, onHover }: AnswerLinesProps) {
  const gutter = useRef<HTMLDivElement>(null);
  const id = useId();
  const lineCount = Math.max(1, text.split(/\r\n|\r|\n/).length);
  const reportCaretLine = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    onHover(currentTarget.value.slice(0, currentTarget.selectionStart).split("\n").length - 1);
  };
  // Lines of other steps are not listed, because they would hide the errors; `sayCounts` says how many there are.
  const faultRemarks = remarks.filter(({ is }) => is !== "elsewhere");
  // Lines with the same fault share a remark.
  const groupByFault = new Map<string, Remark[]>();
  for (const remark of faultRemarks) {
    const fault = `${remark.is} ${remark.why}`;
    groupByFault.set(fault, [...(groupByFault.get(fault) ?? []), remark]);
  }
  const groups = [...groupByFault.values()];
  const listedGroups = groups.slice(0, maxRemarks);
  const unlistedCount = groups.slice(maxRemarks).flat().length;
  return (
    <div className="class-lines">
      <label htmlFor={id}>
        <b>Answers</b> <span className="muted">One line each, from the chat of the course or a file.</span>
      </label>
      <div className="class-text">
        <div className="class-gutter" aria-hidden="true">
          <div ref={gutter}>
            {remarks.map(({ lineIndex, is }) => (
              <i key={`${lineIndex} ${is}`} data-is={is} style={{ top: lineIndex * lineHeight }} />
            ))}
            {hoveredLine !== null && hoveredLine < lineCount && <i data-is="hot" style={{ top: hoveredLine * lineHeight }} />}
            <pre>{Array.from({ length: lineCount }, (_, i) => i + 1).join("\n")}</pre>
          </div>
        </div>
        <TextArea
          id={id}
          aria-describedby={`${id}-remarks`}
          value={text}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder={example}
          onChange={onText}
          onSelect={reportCaretLine}
          onBlur={() => onHover(null)}
          onScroll={({ currentTarget }) => {
            if (gutter.current !== null) gutter.current.style.transform = `translateY(${-currentTarget.scrollTop}px)`;
          }}
        />
      </div>
      <div id={`${id}-remarks`} className="class-remarks" role="status">
        {truncation !== "" && <p data-is="fault">{truncation}</p>}
        {listedGroups.map(([{ lineIndex, is, why: reason }, ...others]) => (
          <p key={`${lineIndex} ${is}`} data-is={is}>
            Line {lineIndex + 1} {isolateDirection(reason)}.{sayOtherLines(others)}
          </p>
        ))}
        {unlistedCount > 0 && <p>{countOf(unlistedCount, "more line is", "more lines are")} marked.</p>}
      </div>
    </div>
  );
}

/** The other lines with the same fault: ` The same holds for lines 7 to 35 and 38.` Empty if there are none. */
function sayOtherLines(remarks: readonly Remark[]): string {
  if (remarks.length === 0) return "";
  const runs: [first: number, last: number][] = [];
  for (const { lineIndex } of remarks) {
    const run = runs.at(-1);
    if (run !== undefined && lineIndex <= run[1] + 1) run[1] = lineIndex;
    else runs.push([lineIndex, lineIndex]);
  }
  const names = runs.map(([first, last]) =>
    first === last ? String(first + 1) : `${first + 1} ${last === first + 1 ? "and" : "to"} ${last + 1}`,
  );
  return ` The same holds for ${remarks.length === 1 ? "line" : "lines"} ${names.join(", ")}.`;
}
