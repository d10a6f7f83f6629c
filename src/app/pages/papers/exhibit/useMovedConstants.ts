/** Keeps the constants that the reader has changed, synchronized with the page's address. */
import { useEffect, useState } from "react";
import type { MovedConstants } from "../../../../reproductions/moved-constants.ts";
import type { Exhibit } from "../../../../reproductions/contract.ts";
import { onAddressChange, paperAddressOf } from "../../address.ts";
import { linkWithConstants, readMovedConstants, type MovedConstantsReading } from "../moved-link.ts";

/** Debounce time in ms for writing the address: browsers limit the rate of history updates during a drag. */
const addressDebounceTime = 200;

/**
 * The model constants that the reader of an exhibit has changed, and the function that changes them. They are stored in the page's address,
 * which is updated after a pause, so that a link or a reload shows the same constants.
 * @param exhibit Must be the same object whenever the component is rendered.
 */
export function useMovedConstants(
  exhibit: Exhibit,
): MovedConstantsReading & { readonly setConstants: (movedConstants: MovedConstants) => void } {
  // `isWritten`: the address has these constants already.
  const [{ isWritten: isAddressWritten, ...constants }, setState] = useState(() => ({
    ...readMovedConstants(exhibit, location),
    isWritten: true,
  }));
  const { movedConstants } = constants;
  // Read the constants again when the reader changes the address, for example with the back button.
  useEffect(
    () =>
      onAddressChange(() => {
        if (paperAddressOf(location) === exhibit.id) setState({ ...readMovedConstants(exhibit, location), isWritten: true });
      }),
    [exhibit],
  );
  useEffect(() => {
    if (isAddressWritten) return undefined;
    const timer = setTimeout(() => {
      if (paperAddressOf(location) === exhibit.id) history.replaceState(history.state, "", linkWithConstants(exhibit, movedConstants));
    }, addressDebounceTime);
    return () => clearTimeout(timer);
  }, [exhibit, isAddressWritten, movedConstants]);
  return { ...constants, setConstants: (next) => setState({ movedConstants: next, refusedParams: [], isWritten: false }) };
}
