/** A menu below its button. Its code is loaded with the first menu that opens. */
import "./menu.css";
import type { ReactNode } from "react";
import { Header, Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection as AriaMenuSection, Popover, Text } from "react-aria-components";
import { classNames } from "./class-names.ts";
import { popupContainer } from "./Popover.tsx";
import type { PopupProps } from "./PopupButton.tsx";

export interface MenuProps extends PopupProps {
  readonly label: string;
  /** Called with the id of the chosen item. */
  readonly onAction?: (id: string) => void;
  readonly disabledIds?: readonly string[];
  /** Ids of checked items, if the items are checkboxes; absent if they are commands. */
  readonly checkedIds?: readonly string[];
  readonly onCheck?: (ids: ReadonlySet<string>) => void;
  readonly children: ReactNode;
}

/**
 * A menu below the button that opens it, either with actions or with entries that can be checked. It takes the focus, and returns it to the
 * trigger when it closes.
 */
export function Menu({ trigger, onClose, label, onAction, disabledIds = [], checkedIds, onCheck, children }: MenuProps) {
  return (
    <Popover
      className="popover"
      {...popupContainer(trigger)}
      aria-label={label}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      offset={6}
    >
      <AriaMenu
        className="menu"
        aria-label={label}
        autoFocus="first"
        disabledKeys={disabledIds}
        {...(onAction && { onAction: (key) => onAction(String(key)) })}
        {...(checkedIds && { selectionMode: "multiple", selectedKeys: checkedIds })}
        onSelectionChange={(keys) => keys !== "all" && onCheck?.(new Set([...keys].map(String)))}
        onClose={onClose}
      >
        {children}
      </AriaMenu>
    </Popover>
  );
}

export interface MenuSectionProps {
  /** Heading of the section. A section without a heading is only separated from the other sections. */
  readonly header?: ReactNode;
  /** Accessible name of a section without a heading. */
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function MenuSection({ header, label, className, children }: MenuSectionProps) {
  return (
    <AriaMenuSection {...(label !== undefined && { "aria-label": label })} {...(className !== undefined && { className })}>
      {header !== undefined && <Header>{header}</Header>}
      {children}
    </AriaMenuSection>
  );
}

export interface MenuItemProps {
  readonly id: string;
  readonly title: string;
  /** A line below the title. */
  readonly description?: string | undefined;
  readonly className?: string;
  /** A picture before the title. */
  readonly children?: ReactNode;
}

export function MenuItem({ id, title, description, className, children }: MenuItemProps) {
  return (
    <AriaMenuItem id={id} className={classNames("item", className)!} textValue={title}>
      {children}
      {description === undefined ? (
        title
      ) : (
        <>
          <Text slot="label">{title}</Text>
          <Text slot="description">{description}</Text>
        </>
      )}
    </AriaMenuItem>
  );
}
