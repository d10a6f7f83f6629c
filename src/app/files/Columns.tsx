/** Which column of a table has which meaning: guessed, and changed here. */
import type { ColumnMap } from "../../formats/contract.ts";

export interface ColumnsProps {
  readonly columns: ColumnMap;
  readonly onTake: (columns: Readonly<Record<string, number>>) => void;
}

export function Columns({ columns: { names, roles, taken }, onTake }: ColumnsProps) {
  const give = (role: string, column: string) => {
    const { [role]: _, ...others } = taken;
    onTake(column === "" ? others : { ...others, [role]: Number(column) });
  };
  const said = roles.flatMap((role) => (taken[role] === undefined ? [] : [`${inWords(role)} “${names[taken[role]]}”`]));
  return (
    <details>
      <summary>Columns: {said.length === 0 ? "none is understood" : said.join(", ")}</summary>
      <div className="brought-columns">
        {roles.map((role) => (
          <label key={role}>
            <span>{inWords(role)}</span>
            <select value={taken[role] ?? ""} onChange={(event) => give(role, event.target.value)}>
              <option value="">none</option>
              {names.map((name, i) => (
                <option key={i} value={i}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}

/** `fromPort` is `from port`. */
const inWords = (role: string) => role.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
