/** A group of fields that is disabled while its path is locked. */
import type { ReactNode } from "react";
import type { Path } from "../../../core/scenario/param-path.ts";
import { useIsLocked } from "../../hooks.ts";

export interface LockedFieldsetProps {
  /** Path that the fields edit. */
  readonly path: Path;
  readonly children: ReactNode;
}

/** The children, inside a disabled fieldset if their path is locked. */
export function LockedFieldset({ path, children }: LockedFieldsetProps) {
  return useIsLocked(path) ? (
    <fieldset className="held" disabled>
      {children}
    </fieldset>
  ) : (
    children
  );
}
