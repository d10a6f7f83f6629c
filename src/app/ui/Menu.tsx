/** A menu below its button; loaded with the first one. */
import "./menu.css";
import type { ReactNode } from "react";
import { Header, Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection as AriaMenuSection, Popover, Text } from "react-aria-components";
import { classNames } from "./class-names.ts";
import { layerOf } from "./Popover.tsx";
import type { PopupProps } from "./PopupButton.tsx";

export interface MenuProps extends PopupProps {
  readonly label: string;
  /** Gets the id of the item that was pressed. */
  readonly onAction?: (id: string) => void;
  readonly disabledIds?: readonly string[];
  /** Items that are checked, where pressing an item checks it; absent where items are commands. */
  readonly checkedIds?: readonly string[];
  readonly onCheck?: (ids: ReadonlySet<string>) => void;
  readonly children: ReactNode;
}

/** It takes the focus, and gives it back. */
export function Menu({ trigger, onClose, label, onAction, disabledIds = [], checkedIds, onCheck, children }: MenuProps) {
  return (
    <Popover
      className="popover"
      {...layerOf(trigger)}
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
  /** What is above its items; without a header it is only set apart. */
  readonly header?: ReactNode;
  /** Its name where it has no header. */
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
