/** Keeps the constants that the reader has changed, synchronized with the page's address. */
import { useEffect, useState } from "react";
import type { Moved } from "../../../../reproductions/constants.ts";
import type { Exhibit } from "../../../../reproductions/contract.ts";
import { followAddress, paperPlace } from "../../address.ts";
import { linkWith, movedIn, type ReadMoved } from "../moved-link.ts";

/** Debounce time in ms for writing the address: browsers limit the rate of history updates during a drag. */
const pause = 200;

/**
 * The changed constants, the values in the address that were refused, and a function that changes constants.
 * @param exhibit The same in every render of a component.
 */
export function useMoved(exhibit: Exhibit): ReadMoved & { readonly move: (moved: Moved) => void } {
  const [{ isWritten, ...read }, set] = useState(() => ({ ...movedIn(exhibit, location), isWritten: true }));
  const { moved } = read;
  useEffect(
    () =>
      followAddress(() => {
        if (paperPlace(location) === exhibit.id) set({ ...movedIn(exhibit, location), isWritten: true });
      }),
    [exhibit],
  );
  useEffect(() => {
    if (isWritten) return undefined;
    const waiting = setTimeout(() => {
      if (paperPlace(location) === exhibit.id) history.replaceState(history.state, "", linkWith(exhibit, moved));
    }, pause);
    return () => clearTimeout(waiting);
  }, [exhibit, isWritten, moved]);
  return { ...read, move: (next) => set({ moved: next, refused: [], isWritten: false }) };
}
