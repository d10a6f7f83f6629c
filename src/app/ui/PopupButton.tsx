/** A button that opens a menu or a dialog whose code is loaded only then. */
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import type { Lazy } from "./lazy.ts";

/** What every popup gets. */
export interface PopupProps {
  /** The button that has opened it: the popup is placed beside it, and gives the focus back to it. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

export interface PopupButtonProps<Props extends object> extends Omit<ButtonProps, "popover"> {
  readonly popup: Lazy<PopupProps & Props>;
  /** What the popup needs besides. */
  readonly popupProps: Props;
  /** What assistive technology says the button opens. */
  readonly "aria-haspopup": "menu" | "dialog";
  readonly children: ReactNode;
}

/** The popup is mounted only while it is open. */
export function PopupButton<Props extends object>({ popup: { Component, fetch }, popupProps, ...button }: PopupButtonProps<Props>) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        {...button}
        ref={trigger}
        aria-expanded={isOpen}
        onPointerEnter={fetch}
        onFocus={fetch}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      />
      {isOpen && <Component {...popupProps} trigger={trigger} onClose={() => setOpen(false)} />}
    </>
  );
}
