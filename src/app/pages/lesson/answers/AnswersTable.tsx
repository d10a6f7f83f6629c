/** The answers as a table, the accessible twin of the picture. A focused row highlights its answer in the picture. */
import { useState } from "react";
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import type { AnswerCheck } from "../../../../lessons/answer-check.ts";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";

const checkWords: Readonly<Record<AnswerCheck["is"], string>> = {
  "not yet": "not checked yet",
  before: "handed in before the run",
  same: "reproduced",
  differs: "not reproduced",
  open: "cannot be run again",
};

export interface AnswersTableProps {
  readonly answers: readonly SubmittedAnswer[];
  readonly textOf: (answer: SubmittedAnswer) => { readonly response: string; readonly result: string };
  readonly checkOf: (answer: SubmittedAnswer) => AnswerCheck;
  readonly onHover: (lineIndex: number | null) => void;
}

/** The answers of a class as a table, for readers who cannot use the picture. It is built when it is opened. */
export function AnswersTable({ answers, textOf, checkOf, onHover }: AnswersTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="class-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <div tabIndex={0} role="region" aria-label="Answers as a table">
          <Table>
            <thead>
              <tr>
                {["Line", "Seed", "Answer", "Result", "Check"].map((title) => (
                  <ColumnHeader key={title}>{title}</ColumnHeader>
                ))}
              </tr>
            </thead>
            <tbody>
              {answers.map((answer) => {
                const { response, result } = textOf(answer);
                return (
                  <tr
                    key={answer.lineIndex}
                    tabIndex={0}
                    onFocus={() => onHover(answer.lineIndex)}
                    onBlur={() => onHover(null)}
                    onPointerEnter={() => onHover(answer.lineIndex)}
                    onPointerLeave={() => onHover(null)}
                  >
                    <th scope="row">{answer.lineIndex + 1}</th>
                    <td>{answer.line.seed}</td>
                    <td>{response}</td>
                    <td>{result}</td>
                    <td>{checkWords[checkOf(answer).is]}</td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </div>
      )}
    </details>
  );
}
