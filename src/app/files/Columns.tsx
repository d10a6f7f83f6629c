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
  return (
    <fieldset className="brought-columns">
      <legend className="visually-hidden">What the columns mean</legend>
      {roles.map((role) => (
        <label key={role}>
          <span>{role}</span>
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
    </fieldset>
  );
}
