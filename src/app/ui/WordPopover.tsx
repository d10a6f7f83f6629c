/** What a solid word opens: a dialog below it, over whatever it is part of. */
import "./menu.css";
import type { ReactNode } from "react";
import { Dialog, Popover, type PopoverProps } from "react-aria-components";
import type { Opened } from "./Opener.tsx";
import { columnQuery, useMedia } from "./useMedia.ts";

export interface WordPopoverProps extends Opened {
  readonly title: string;
  /** Where there is room; below the word and along with it when absent. */
  readonly placement?: PopoverProps["placement"];
  /** Selector of what must stay in sight: it then opens below that. */
  readonly beneath?: string | undefined;
  /** Selector of what it must stay within, where the page has room for that; the window when absent. */
  readonly within?: string | undefined;
  readonly children: ReactNode;
}

export function WordPopover({ opener, onClose, title, placement = "bottom start", beneath, within, children }: WordPopoverProps) {
  // All that stands outside a modal sheet is hidden behind it.
  const sheet = opener.current?.closest("dialog:modal") ?? null;
  const isColumn = useMedia(columnQuery);
  const anchor = beneath === undefined ? opener : { current: document.querySelector(beneath) };
  return (
    <Popover
      className="popover"
      {...(sheet === null ? {} : { UNSTABLE_portalContainer: sheet })}
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement={placement}
      {...(within === undefined || isColumn ? {} : { boundaryElement: document.querySelector(within)! })}
      offset={8}
      containerPadding={12}
    >
      <Dialog className="choices" aria-label={title}>
        {children}
      </Dialog>
    </Popover>
  );
}
