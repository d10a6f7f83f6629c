/** The sheet that covers the page, if one is open. The list of sheets is loaded with the first one. */
import { CloseOnLoadError, lazyComponent } from "../../ui/lazy.ts";
import { useOverlay, usePage } from "../../hooks.ts";

const namedSheet = lazyComponent(() => import("./NamedSheet.tsx").then(({ NamedSheet }) => NamedSheet));

export function CurrentSheet() {
  const sheet = useOverlay((state) => state.sheet);
  const { closeSheet } = usePage().overlay;
  if (sheet === null) return null;
  return (
    <CloseOnLoadError value={closeSheet}>
      <namedSheet.Component sheet={sheet} />
    </CloseOnLoadError>
  );
}
