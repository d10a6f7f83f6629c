/** A button that opens a menu or a dialog whose code is loaded on demand. */
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import type { LazyComponent } from "./lazy.ts";

/** Properties of every popup. */
export interface PopupProps {
  /** The button that opened the popup. The popup is placed next to the button and returns the focus to it. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

export interface PopupButtonProps<Props extends object> extends Omit<ButtonProps, "popover"> {
  readonly popup: LazyComponent<PopupProps & Props>;
  /** Further properties of the popup. */
  readonly popupProps: Props;
  /** The type of popup, for assistive technology. */
  readonly "aria-haspopup": "menu" | "dialog";
  readonly children: ReactNode;
}

/**
 * A button that opens a popup such as a menu. The code of the popup is fetched when the pointer or the focus reaches the button, and the
 * popup is mounted only while it is open.
 */
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
