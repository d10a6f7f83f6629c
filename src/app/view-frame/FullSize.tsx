/** The whole page for one view. */
import "./full.css";
import { type ReactNode, useLayoutEffect } from "react";
import { Dialog } from "../ui/Dialog.tsx";

export interface FullSizeProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FullSize({ title, onClose, children }: FullSizeProps) {
  // The way back gets the focus, not the first choice.
  useLayoutEffect(() => document.querySelector<HTMLElement>(".view-full .view-tools > button")?.focus(), []);
  return (
    <Dialog title={`${title}, full size`} className="view-full" hasHead={false} onClose={onClose}>
      {children}
    </Dialog>
  );
}
