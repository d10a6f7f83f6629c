/** The sheet that stands before the page; which ones there are is fetched with the first. */
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
