/** The controls next to a view's title: its options, search, full size, and a menu. */
import "./tools.css";
import { choiceOf, availableChoices, type View, type ViewData } from "../../views/contract.ts";
import { Select } from "../ui/fields/Select.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Icon } from "../ui/icons.tsx";
import { lazyComponent } from "../ui/lazy.ts";
import { PopupButton } from "../ui/PopupButton.tsx";
import type { ViewMenuEntry } from "./ViewMenu.tsx";

const viewMenu = lazyComponent(() => import("./ViewMenu.tsx").then(({ ViewMenu }) => ViewMenu));

export interface ViewToolsProps {
  readonly view: View;
  readonly data: ViewData;
  readonly onChooseOption: (option: string, choice: string) => void;
  readonly isFullSize: boolean;
  /** Opens the view at full size, or closes it. */
  readonly onToggleFullSize: () => void;
  /** Opens or closes the search field; absent if the view cannot be searched. */
  readonly onToggleSearch: (() => void) | undefined;
  readonly isSearching: boolean;
  readonly entries: readonly ViewMenuEntry[];
}

/**
 * The tools in the corner of a view: a menu for each option of the view, and buttons for search, full size and further actions (`entries`).
 */
export function ViewTools({
  view,
  data,
  onChooseOption,
  isFullSize,
  onToggleFullSize,
  onToggleSearch,
  isSearching,
  entries,
}: ViewToolsProps) {
  return (
    <span className="view-tools row">
      {view.options?.map((option) => {
        const ids = availableChoices(option, data);
        const chosen = choiceOf(view, data.choices, option.id, data);
        // An option with a single choice is not shown.
        if (ids.length < 2) return null;
        return (
          <Select
            key={option.id}
            isQuiet
            aria-label={`${view.title}: ${option.title.toLowerCase()}`}
            value={ids.includes(chosen) ? chosen : ids[0]}
            onChange={(choice) => onChooseOption(option.id, choice)}
          >
            {ids.map((id) => (
              <option key={id} value={id}>
                {option.choices[id]}
              </option>
            ))}
          </Select>
        );
      })}
      {onToggleSearch !== undefined && (
        <IconButton label={`Find in ${view.title.toLowerCase()}`} aria-pressed={isSearching} onClick={onToggleSearch}>
          <Icon is="find" size={13} />
        </IconButton>
      )}
      <IconButton
        label={isFullSize ? `Close ${view.title.toLowerCase()} at full size` : `${view.title} at full size`}
        onClick={onToggleFullSize}
      >
        <Icon is={isFullSize ? "shrink" : "grow"} size={14} />
      </IconButton>
      <PopupButton
        className="icon"
        aria-label={`${view.title}: more`}
        aria-haspopup="menu"
        popup={viewMenu}
        popupProps={{ title: view.title, entries }}
      >
        <Icon is="more" size={14} />
      </PopupButton>
    </span>
  );
}
