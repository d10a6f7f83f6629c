/** A share as a bar of 100 % with its number. */
import type { ReactNode } from "react";
import { formatPercent } from "../../../words/numbers.ts";

export function ShareBar({ name, of: share }: { readonly name: ReactNode; readonly of: number }) {
  return (
    <p className="share">
      <span>{name}</span>
      <span className="track" aria-hidden="true">
        <i style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      <span>{formatPercent(share)}&nbsp;%</span>
    </p>
  );
}
