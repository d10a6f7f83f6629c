/** The constants of an exhibit as the reader has moved them, and as the address has them. */
import { useEffect, useState } from "react";
import type { Moved } from "../../../../reproductions/constants.ts";
import type { Exhibit } from "../../../../reproductions/contract.ts";
import { followAddress, paperPlace } from "../../address.ts";
import { linkWith, movedIn, type ReadMoved } from "../moved-link.ts";

/** Milliseconds without a move before the address is written: browsers refuse to be told of every pixel of a drag. */
const pause = 200;

/** What is moved and what was refused of the address, and the way to move; the component belongs to one exhibit. */
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
