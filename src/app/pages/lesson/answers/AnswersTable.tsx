/** The answers as a table, the accessible twin of the picture. A focused row highlights its answer in the picture. */
import { useState } from "react";
import type { Answer } from "../../../../lessons/answers.ts";
import type { Checked } from "../../../../lessons/answers-checked.ts";
import { ColumnHeader, Table } from "../../../ui/Table.tsx";

const words: Readonly<Record<Checked["is"], string>> = {
  "not yet": "not yet",
  same: "the same",
  differs: "does not come out the same",
  open: "cannot be run again",
};

export interface AnswersTableProps {
  readonly answers: readonly Answer[];
  readonly sayOf: (answer: Answer) => { readonly said: string; readonly result: string };
  readonly checkedOf: (answer: Answer) => Checked;
  readonly onHot: (at: number | null) => void;
}

export function AnswersTable({ answers, sayOf, checkedOf, onHot }: AnswersTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="class-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <div tabIndex={0} role="region" aria-label="Answers as a table">
          <Table>
            <thead>
              <tr>
                {["Line", "Seed", "Said", "Result", "Runs again"].map((title) => (
                  <ColumnHeader key={title}>{title}</ColumnHeader>
                ))}
              </tr>
            </thead>
            <tbody>
              {answers.map((answer) => {
                const { said, result } = sayOf(answer);
                return (
                  <tr
                    key={answer.at}
                    tabIndex={0}
                    onFocus={() => onHot(answer.at)}
                    onBlur={() => onHot(null)}
                    onPointerEnter={() => onHot(answer.at)}
                    onPointerLeave={() => onHot(null)}
                  >
                    <th scope="row">{answer.at + 1}</th>
                    <td>{answer.line.seed}</td>
                    <td>{said}</td>
                    <td>{result}</td>
                    <td>{words[checkedOf(answer).is]}</td>
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
