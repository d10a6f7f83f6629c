/** Which cards are open. */
import { Button, Menu, MenuItem, MenuTrigger, Popover, type Selection } from "react-aria-components";
import { views } from "../../views/index.ts";
import { useLayout, useShownCards } from "../cards/layout.ts";
import { type CardName, cardNames, workbench } from "../store.ts";

const titleOf = (name: CardName) => views.find((view) => view.id === name)?.title ?? "This channel";

export function ViewsMenu() {
  const shown = useShownCards(useLayout());
  const choose = (selection: Selection) => {
    const has = (name: CardName) => selection === "all" || selection.has(name);
    workbench.setState({ cards: Object.fromEntries(cardNames.map((name) => [name, has(name)])) });
  };
  return (
    <MenuTrigger>
      <Button className="wide">
        Views{" "}
        <span>
          {shown.length} of {cardNames.length}
        </span>
      </Button>
      <Popover className="popover" placement="bottom end" offset={6}>
        <Menu className="menu" selectionMode="multiple" selectedKeys={shown} onSelectionChange={choose}>
          {cardNames.map((name) => (
            <MenuItem key={name} id={name} className="item">
              {titleOf(name)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
