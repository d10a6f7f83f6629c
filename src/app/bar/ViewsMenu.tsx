/** Which cards are open. */
import { MenuItem, type Selection } from "react-aria-components";
import { views } from "../../views/index.ts";
import { useLayout, useShownCards } from "../cards/layout.ts";
import type { Opened } from "../Opener.tsx";
import { type CardName, cardNames, workbench } from "../store.ts";
import { MenuPopover } from "./MenuPopover.tsx";

const titleOf = (name: CardName) => views.find((view) => view.id === name)?.title ?? "This channel";

export function ViewsMenu(opened: Opened) {
  const shown = useShownCards(useLayout());
  const choose = (selection: Selection) => {
    const has = (name: CardName) => selection === "all" || selection.has(name);
    workbench.setState({ cards: Object.fromEntries(cardNames.map((name) => [name, has(name)])) });
  };
  return (
    <MenuPopover {...opened} label="Views" selectionMode="multiple" selectedKeys={shown} onSelectionChange={choose}>
      {cardNames.map((name) => (
        <MenuItem key={name} id={name} className="item">
          {titleOf(name)}
        </MenuItem>
      ))}
    </MenuPopover>
  );
}
