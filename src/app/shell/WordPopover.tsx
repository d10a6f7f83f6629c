/** What a solid word opens: a dialog below it, over whatever it is part of. */
import "./menu.css";
import type { ReactNode } from "react";
import { Dialog, Popover } from "react-aria-components";
import type { Opened } from "./Opener.tsx";

export interface WordPopoverProps extends Opened {
  readonly title: string;
  readonly children: ReactNode;
}

export function WordPopover({ opener, onClose, title, children }: WordPopoverProps) {
  // All that stands outside a modal sheet is hidden behind it.
  const sheet = opener.current?.closest("dialog:modal") ?? null;
  return (
    <Popover
      className="popover"
      {...(sheet === null ? {} : { UNSTABLE_portalContainer: sheet })}
      triggerRef={opener}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      offset={8}
      containerPadding={12}
    >
      <Dialog className="choices" aria-label={title}>
        {children}
      </Dialog>
    </Popover>
  );
}
