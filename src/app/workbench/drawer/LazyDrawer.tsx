/** The drawer while it is open. Its code is loaded when it is first opened. */
import { useState } from "react";
import { usePage, useWorkbench } from "../../hooks.ts";
import { CloseOnLoadError, lazyComponent } from "../../ui/lazy.ts";

const code = lazyComponent(() => import("./Drawer.tsx").then(({ Drawer }) => Drawer));

/** @param isModal Whether the drawer covers the page, as on a phone. */
export function LazyDrawer({ isModal }: { readonly isModal: boolean }) {
  const { store } = usePage();
  const section = useWorkbench(({ view: { drawer } }) => drawer);
  const [close] = useState(() => () => store.setState({ view: { drawer: null } }));
  if (section === null) return null;
  return (
    <CloseOnLoadError value={close}>
      <code.Component key={section} section={section} isModal={isModal} />
    </CloseOnLoadError>
  );
}
