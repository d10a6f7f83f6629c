/** The menu of a view: its table, and its export formats. */
import { Menu, MenuItem } from "../ui/Menu.tsx";
import type { PopupProps } from "../ui/PopupButton.tsx";

/** An entry of the menu. */
export interface ViewMenuEntry {
  readonly title: string;
  run(): void;
}

export interface ViewMenuProps {
  readonly title: string;
  readonly entries: readonly ViewMenuEntry[];
}

export function ViewMenu({ title, entries, ...popup }: ViewMenuProps & PopupProps) {
  return (
    <Menu {...popup} label={title} onAction={(id) => entries.find((entry) => entry.title === id)?.run()}>
      {entries.map((entry) => (
        <MenuItem key={entry.title} id={entry.title} title={entry.title} />
      ))}
    </Menu>
  );
}
