/** Which column of a table has which meaning: guessed, and changed here. */
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/fields/Select.tsx";
import type { ColumnMap } from "../../formats/contract.ts";

/** Roles that are always shown: the two ends, and what stands behind them. */
const fewRoles = 4;

export interface ColumnsProps {
  readonly columns: ColumnMap;
  readonly onTake: (columns: Readonly<Record<string, number>>) => void;
}

export function Columns({ columns: { names, roles, taken }, onTake }: ColumnsProps) {
  const give = (role: string, column: string) => {
    const { [role]: _, ...others } = taken;
    onTake(column === "" ? others : { ...others, [role]: Number(column) });
  };
  const [isAll, setAll] = useState(false);
  // What is taken, and what every table of this kind has, stands first; the rest is asked for.
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

/** `fromPort` is `from port`. */
const inWords = (role: string) => role.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
