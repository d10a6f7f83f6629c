/** A word in a sentence that opens a list with one or several selectable options. */
import { ListBox } from "../../ui/ListBox.tsx";
import { PopupButton, type PopupProps } from "../../ui/PopupButton.tsx";
import { Popover, type PopoverProps } from "../../ui/Popover.tsx";

export interface ListOption {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

interface OptionListProps {
  readonly title: string;
  readonly options: readonly ListOption[];
  readonly selectedIds: readonly string[];
  /** Whether several options may be selected. At least one option is always selected. */
  readonly isMultiple?: boolean;
  readonly onSelect: (ids: readonly string[]) => void;
}

type PopoverPosition = Pick<PopoverProps, "placement" | "beneath" | "within">;

/**
 * The popover with the options of a word in a sentence, as a list box in which one or several can be selected. `onSelect` gets the ids of
 * the selected options, at least one. A list for a single choice closes after a selection.
 */
function OptionList({
  trigger,
  onClose,
  title,
  options,
  selectedIds,
  isMultiple = false,
  onSelect,
  ...position
}: OptionListProps & PopoverPosition & PopupProps) {
  const select = (ids: readonly string[]) => {
    if (ids.length > 0) onSelect(ids);
    if (!isMultiple) onClose();
  };
  const items = options.map(({ id, title: name, summary }) => ({ id, title: name, description: summary }));
  return (
    <Popover trigger={trigger} onClose={onClose} title={title} {...position}>
      <ListBox label={title} items={items} selectedIds={selectedIds} isMultiple={isMultiple} onSelect={select} />
    </Popover>
  );
}

/** Not loaded on demand: the component is in this module. */
const optionListPopup = { Component: OptionList, fetch: () => undefined };

export function ListWord({
  text,
  className = "word choice",
  ...props
}: OptionListProps & PopoverPosition & { readonly text: string; readonly className?: string }) {
  return (
    <PopupButton
      popup={optionListPopup}
      aria-haspopup="dialog"
      aria-label={`${props.title}: ${text}`}
      className={className}
      popupProps={props}
    >
      {text}
    </PopupButton>
  );
}
