/** The list that a button of the bar opens; loaded with the first one. */
import "./menu.css";
import { Menu, type MenuProps, Popover } from "react-aria-components";
import type { Opened } from "./Opener.tsx";

export interface MenuPopoverProps extends Opened, Omit<MenuProps<object>, "onClose" | "className"> {
  /** Name of the list. */
  readonly label: string;
}

/** Opens below its button, takes the focus, and gives it back. */
export function MenuPopover({ opener, onClose, label, ...menu }: MenuPopoverProps) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={opener}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      offset={6}
    >
      <Menu className="menu" aria-label={label} autoFocus="first" {...menu} onClose={onClose} />
    </Popover>
  );
}
