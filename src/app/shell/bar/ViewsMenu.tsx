/** Which cards are open. */
import { Header, MenuItem, MenuSection, type Selection } from "react-aria-components";
import { views } from "../../../views/index.ts";
import { useLayout, useShownCards } from "../../workbench/cards/layout.ts";
import type { Opened } from "../Opener.tsx";
import { type CardName, cardNames } from "../../document/store.ts";
import { MenuPopover } from "./MenuPopover.tsx";
import { usePage } from "../../hooks.ts";

const titleOf = (name: CardName) => views.find((view) => view.id === name)?.title ?? "This channel";

export function ViewsMenu(opened: Opened) {
  return (
    <MenuPopover {...opened} label="Views" {...useSelection()}>
      {items()}
    </MenuPopover>
  );
}

/** The same as a part of another list. */
export function ViewsSection() {
  return (
    <MenuSection {...useSelection()}>
      <Header>Views</Header>
      {items()}
    </MenuSection>
  );
}

function useSelection() {
  const { store } = usePage();
  const shown = useShownCards(useLayout());
  const onSelectionChange = (selection: Selection) => {
    const has = (name: CardName) => selection === "all" || selection.has(name);
    store.setState({ cards: Object.fromEntries(cardNames.map((name) => [name, has(name)])) });
  };
  return { selectionMode: "multiple", selectedKeys: shown, onSelectionChange } as const;
}

function items() {
  return cardNames.map((name) => (
    <MenuItem key={name} id={name} className="item">
      {titleOf(name)}
    </MenuItem>
  ));
}
