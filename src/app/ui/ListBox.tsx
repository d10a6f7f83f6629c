/** A list for selecting one or several items, usually in a popover. */
import type { ReactNode } from "react";
import {
  Header,
  ListBox as AriaListBox,
  ListBoxItem as AriaListBoxItem,
  ListBoxSection as AriaListBoxSection,
  Text,
} from "react-aria-components";

/** An item of the list. */
export interface ListBoxItem {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Why the item cannot be selected, shown in place of its description; null if it can be selected. */
  readonly disabledReason?: string | null;
  /** Heading for consecutive items with the same group. */
  readonly group?: string | null;
  /** A picture before the title. */
  readonly picture?: ReactNode;
}

export interface ListBoxProps {
  readonly label: string;
  readonly items: readonly ListBoxItem[];
  readonly selectedIds: readonly string[];
  /** Whether several items may be selected. At least one item is always selected. */
  readonly isMultiple?: boolean;
  /** Called with the ids in the order of the list. */
  readonly onSelect: (ids: readonly string[]) => void;
}

/**
 * A list of options from which one or, with `isMultiple`, several are selected. Consecutive options of the same group get a common header.
 * An option with a reason against it (`disabledReason`) cannot be selected.
 */
export function ListBox({ label, items, selectedIds, isMultiple = false, onSelect }: ListBoxProps) {
  return (
    <AriaListBox
      className="options"
      aria-label={label}
      autoFocus
      selectionMode={isMultiple ? "multiple" : "single"}
      disallowEmptySelection
      selectedKeys={selectedIds}
      disabledKeys={items.filter(({ disabledReason = null }) => disabledReason !== null).map(({ id }) => id)}
      onSelectionChange={(selection) => onSelect(items.map(({ id }) => id).filter((id) => selection === "all" || selection.has(id)))}
    >
      {consecutiveGroups(items).map(([group, members]) =>
        group === null ? (
          members.map((item) => renderOption(item, isMultiple))
        ) : (
          <AriaListBoxSection key={group} id={`group ${group}`} className="option-group">
            <Header>{group}</Header>
            {members.map((item) => renderOption(item, isMultiple))}
          </AriaListBoxSection>
        ),
      )}
    </AriaListBox>
  );
}

function renderOption({ id, title, description, disabledReason = null, picture = null }: ListBoxItem, isMultiple: boolean) {
  return (
    <AriaListBoxItem key={id} id={id} textValue={title} className={isMultiple ? "item" : picture === null ? "option" : "option pictured"}>
      {picture}
      <Text slot="label">{title}</Text>
      <Text slot="description">{disabledReason ?? description}</Text>
    </AriaListBoxItem>
  );
}

/** Consecutive items by group; null for items without one. */
function consecutiveGroups(items: readonly ListBoxItem[]): readonly (readonly [group: string | null, members: readonly ListBoxItem[]])[] {
  const groups: [string | null, ListBoxItem[]][] = [];
  for (const item of items) {
    const { group = null } = item;
    const last = groups.at(-1);
    if (last?.[0] === group) last[1].push(item);
    else groups.push([group, [item]]);
  }
  return groups;
}
