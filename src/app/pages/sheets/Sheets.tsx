/** The sheet that stands before the page; which ones there are is fetched with the first. */
import { lazy } from "../../ui/lazy.ts";
import { useOverlay } from "../../hooks.ts";

const named = lazy(() => import("./NamedSheet.tsx").then(({ NamedSheet }) => NamedSheet));

export function Sheets() {
  const sheet = useOverlay((state) => state.sheet);
  return sheet === null ? null : <named.Component sheet={sheet} />;
}
