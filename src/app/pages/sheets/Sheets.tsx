/** The sheet that covers the page, if one is open. The list of sheets is loaded with the first one. */
import { CloseMissing, lazy } from "../../ui/lazy.ts";
import { useOverlay, usePage } from "../../hooks.ts";

const named = lazy(() => import("./NamedSheet.tsx").then(({ NamedSheet }) => NamedSheet));

export function Sheets() {
  const sheet = useOverlay((state) => state.sheet);
  const { closeSheet } = usePage().overlay;
  if (sheet === null) return null;
  return (
    <CloseMissing value={closeSheet}>
      <named.Component sheet={sheet} />
    </CloseMissing>
  );
}
