/** A word in a sentence that opens a list with one or several selectable options. */
import { ListBox } from "../../ui/ListBox.tsx";
import { PopupButton, type PopupProps } from "../../ui/PopupButton.tsx";
import { Popover, type PopoverProps } from "../../ui/Popover.tsx";

export interface Listed {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

interface ListProps {
  readonly title: string;
  readonly options: readonly Listed[];
  readonly chosen: readonly string[];
  /** Whether several options may be selected. At least one always is. */
  readonly isMany?: boolean;
  readonly onChoose: (ids: readonly string[]) => void;
}

type WhereProps = Pick<PopoverProps, "placement" | "beneath" | "within">;

function List({ trigger, onClose, title, options, chosen, isMany = false, onChoose, ...where }: ListProps & WhereProps & PopupProps) {
  const take = (ids: readonly string[]) => {
    if (ids.length > 0) onChoose(ids);
    if (!isMany) onClose();
  };
  const items = options.map(({ id, title: name, summary }) => ({ id, title: name, description: summary }));
  return (
    <Popover trigger={trigger} onClose={onClose} title={title} {...where}>
      <ListBox label={title} items={items} selectedIds={chosen} isMultiple={isMany} onSelect={take} />
    </Popover>
  );
}

/** Not lazy: the component is part of this chunk. */
const list = { Component: List, fetch: () => undefined };

export function ListWord({
  text,
  className = "word choice",
  ...props
}: ListProps & WhereProps & { readonly text: string; readonly className?: string }) {
  return (
    <PopupButton popup={list} aria-haspopup="dialog" aria-label={`${props.title}: ${text}`} className={className} popupProps={props}>
      {text}
    </PopupButton>
  );
}
