/** The meaning of each column of a table, guessed by the reader of the format. The user can change it here. */
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/fields/Select.tsx";
import type { ColumnMap } from "../../formats/contract.ts";

/** Number of roles that are always shown: the two ends of a link, and what follows them in the list. */
const fewRoles = 4;

export interface ColumnsProps {
  readonly columns: ColumnMap;
  readonly onTake: (columns: Readonly<Record<string, number>>) => void;
}

/** The assignment of columns to roles as a list of selects, below a summary. */
export function Columns({ columns: { names, roles, taken }, onTake }: ColumnsProps) {
  const give = (role: string, column: string) => {
    const { [role]: _, ...others } = taken;
    onTake(column === "" ? others : { ...others, [role]: Number(column) });
  };
  const [isAll, setAll] = useState(false);
  // Show assigned roles and those that every table of this kind has; the others after a click on "More".
  const shown = isAll ? roles : roles.filter((role, i) => i < fewRoles || taken[role] !== undefined);
  const said = roles.flatMap((role) => (taken[role] === undefined ? [] : [`${inWords(role)} “${names[taken[role]]}”`]));
  return (
    <details>
      <summary>Columns: {said.length === 0 ? "none is understood" : said.join(", ")}</summary>
      <div className="brought-columns">
        {shown.map((role) => (
          <label key={role}>
            <span>{inWords(role)}</span>
            <Select value={taken[role] ?? ""} onChange={(column) => give(role, column)}>
              <option value="">none</option>
              {names.map((name, i) => (
                <option key={i} value={i}>
                  {name}
                </option>
              ))}
            </Select>
          </label>
        ))}
      </div>
      {shown.length < roles.length && (
        <Button variant="underlined" onClick={() => setAll(true)}>
          More: {inWords(roles.find((role) => !shown.includes(role))!)} …
        </Button>
      )}
    </details>
  );
}

/** `fromPort` as words: `from port`. */
const inWords = (role: string) => role.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
