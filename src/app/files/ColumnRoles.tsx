/** The meaning of each column of a table, guessed by the reader of the format. The user can change it here. */
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/fields/Select.tsx";
import type { ColumnMap } from "../../formats/contract.ts";

/** Number of roles that are always shown: the two ends of a link, and what follows them in the list. */
const alwaysShownRoles = 4;

export interface ColumnRolesProps {
  readonly columns: ColumnMap;
  readonly onAssign: (columns: Readonly<Record<string, number>>) => void;
}

/**
 * The menus that say which column of a table file has which role, such as source or size, below a summary of the current assignment.
 * `assigned` has the index of the column for each role that has one.
 */
export function ColumnRoles({ columns: { names, roles, assigned }, onAssign }: ColumnRolesProps) {
  const assign = (role: string, column: string) => {
    const { [role]: _, ...otherRoles } = assigned;
    onAssign(column === "" ? otherRoles : { ...otherRoles, [role]: Number(column) });
  };
  const [isExpanded, setExpanded] = useState(false);
  // Show assigned roles and the first `alwaysShownRoles`; the others after a click on "More".
  const shownRoles = isExpanded ? roles : roles.filter((role, i) => i < alwaysShownRoles || assigned[role] !== undefined);
  const assignments = roles.flatMap((role) => (assigned[role] === undefined ? [] : [`${roleAsWords(role)} “${names[assigned[role]]}”`]));
  return (
    <details>
      <summary>Columns: {assignments.length === 0 ? "none recognized" : assignments.join(", ")}</summary>
      <div className="file-preview-columns">
        {shownRoles.map((role) => (
          <label key={role}>
            <span>{roleAsWords(role)}</span>
            <Select value={assigned[role] ?? ""} onChange={(column) => assign(role, column)}>
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
      {shownRoles.length < roles.length && (
        <Button variant="underlined" onClick={() => setExpanded(true)}>
          More: {roleAsWords(roles.find((role) => !shownRoles.includes(role))!)} …
        </Button>
      )}
    </details>
  );
}

/** `fromPort` as words: `from port`. */
const roleAsWords = (role: string) => role.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
