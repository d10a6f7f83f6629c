/** A dialog next to the word or button that opens it, on top of its surroundings. */
import "./menu.css";
import type { ReactNode, RefObject } from "react";
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps, Dialog as AriaDialog } from "react-aria-components";
import type { PopupProps } from "./PopupButton.tsx";
import { singleColumnQuery, useMediaQuery } from "./useMediaQuery.ts";

export interface PopoverProps extends PopupProps {
  readonly title: string;
  /** Preferred position; by default below the trigger and aligned with its start. */
  readonly placement?: AriaPopoverProps["placement"];
  /** Selector of an element that must stay visible: the popover opens below it. */
  readonly beneath?: string | undefined;
  /** Selector of the element that should contain the popover, except on narrow pages; by default the window. */
  readonly within?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A dialog beside the word or button that opens it (the trigger), on top of its surroundings. `beneath` and `within` are CSS selectors: of
 * an element below which the popover opens, and of an element that should contain it.
 */
export function Popover({ trigger, onClose, title, placement = "bottom start", beneath, within, children }: PopoverProps) {
  const isColumn = useMediaQuery(singleColumnQuery);
  const anchor = beneath === undefined ? trigger : { current: document.querySelector(beneath) };
  return (
    <AriaPopover
      className="popover"
      {...popupContainer(trigger)}
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

/** The element in which a popup is mounted: a modal dialog makes everything outside of it inert. */
export function popupContainer(trigger: RefObject<Element | null>): Pick<AriaPopoverProps, "UNSTABLE_portalContainer"> {
  const dialog = trigger.current?.closest("dialog:modal") ?? null;
  return dialog === null ? {} : { UNSTABLE_portalContainer: dialog };
}
