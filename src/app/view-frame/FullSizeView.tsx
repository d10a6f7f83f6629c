/** A dialog that shows one view on the whole page. */
import "./full.css";
import type { ReactNode } from "react";
import type { View } from "../../views/contract.ts";
import { Dialog } from "../ui/Dialog.tsx";

export interface FullSizeProps {
  readonly view: View;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FullSizeView({ view, onClose, children }: FullSizeProps) {
  // Focus the button that closes the dialog, not the first option of the view.
  const focusCloseButton = (dialog: Element) => dialog.querySelector<HTMLElement>(".view-tools > button")?.focus();
  return (
    <Dialog title={`${view.title}, full size`} className="view-full" hasHead={false} onOpen={focusCloseButton} onClose={onClose}>
      {children}
    </Dialog>
  );
}
