/** The whole page for one view. */
import "./full.css";
import type { ReactNode } from "react";
import type { View } from "../../views/contract.ts";
import { Dialog } from "../ui/Dialog.tsx";

export interface FullSizeProps {
  readonly view: View;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FullSize({ view, onClose, children }: FullSizeProps) {
  // The way back gets the focus, not the first choice.
  const focusWayBack = (dialog: Element) => dialog.querySelector<HTMLElement>(".view-tools > button")?.focus();
  return (
    <Dialog title={`${view.title}, full size`} className="view-full" hasHead={false} onOpen={focusWayBack} onClose={onClose}>
      {children}
    </Dialog>
  );
}
