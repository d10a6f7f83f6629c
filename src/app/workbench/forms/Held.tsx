/** Fields that cannot be used where their place is locked. */
import type { ReactNode } from "react";
import type { Path } from "../../../core/scenario/place.ts";
import { useIsLocked } from "../../hooks.ts";

export interface HeldProps {
  /** The place that the fields change. */
  readonly path: Path;
  readonly children: ReactNode;
}

/** The fields as they are, or all of them disabled. */
export function Held({ path, children }: HeldProps) {
  return useIsLocked(path) ? (
    <fieldset className="held" disabled>
      {children}
    </fieldset>
  ) : (
    children
  );
}
