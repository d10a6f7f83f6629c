/** A topology's structure among what is derived of it. It is worked out a moment after the last change. */
import { useEffect, useState } from "react";
import type { ChosenKind } from "../../../core/base/params.ts";
import { type Row, structureRows } from "./rows.ts";

export interface StructureRowsProps {
  readonly topology: ChosenKind;
  readonly terminals: number;
  readonly links: number;
}

/** Milliseconds without a change. */
const rest = 200;

export function StructureRows({ topology, terminals, links }: StructureRowsProps) {
  const key = JSON.stringify(topology);
  const [known, setKnown] = useState<{ readonly key: string; readonly rows: readonly Row[] } | null>(null);
  useEffect(() => {
    // Read again from the key: the same topology may come as another object.
    const work = () => setKnown({ key, rows: structureRows(JSON.parse(key) as ChosenKind, { terminals, links }) });
    const timer = setTimeout(work, rest);
    return () => clearTimeout(timer);
  }, [key, terminals, links]);
  if (known?.key !== key) return null;
  return (
    <>
      {known.rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </>
  );
}
