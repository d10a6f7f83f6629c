/** A dialog beside the word or button that opens it, over whatever that is part of. */
import "./menu.css";
import type { ReactNode, RefObject } from "react";
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps, Dialog as AriaDialog } from "react-aria-components";
import type { PopupProps } from "./PopupButton.tsx";
import { columnQuery, useMedia } from "./useMedia.ts";

export interface PopoverProps extends PopupProps {
  readonly title: string;
  /** Where there is room; below the word and along with it when absent. */
  readonly placement?: AriaPopoverProps["placement"];
  /** Selector of what must stay in sight: it then opens below that. */
  readonly beneath?: string | undefined;
  /** Selector of what it must stay within, where the page has room for that; the window when absent. */
  readonly within?: string | undefined;
  readonly children: ReactNode;
}

export function Popover({ trigger, onClose, title, placement = "bottom start", beneath, within, children }: PopoverProps) {
  const isColumn = useMedia(columnQuery);
  const anchor = beneath === undefined ? trigger : { current: document.querySelector(beneath) };
  return (
    <AriaPopover
      className="popover"
      {...layerOf(trigger)}
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement={placement}
      {...(within === undefined || isColumn ? {} : { boundaryElement: document.querySelector(within)! })}
      offset={8}
      containerPadding={12}
    >
      <AriaDialog className="choices" aria-label={title}>
        {children}
      </AriaDialog>
    </AriaPopover>
  );
}

/** Where a popup is mounted: everything outside a modal dialog is hidden behind it. */
export function layerOf(trigger: RefObject<Element | null>): Pick<AriaPopoverProps, "UNSTABLE_portalContainer"> {
  const dialog = trigger.current?.closest("dialog:modal") ?? null;
  return dialog === null ? {} : { UNSTABLE_portalContainer: dialog };
}
