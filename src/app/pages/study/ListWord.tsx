/** A solid word that opens a list: of one thing to choose, or of several. */
import { ListBox, ListBoxItem, type Selection, Text } from "react-aria-components";
import type { Opened } from "../../ui/Opener.tsx";
import { Opener } from "../../ui/Opener.tsx";
import { WordPopover, type WordPopoverProps } from "../../ui/WordPopover.tsx";

export interface Listed {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

interface ListProps {
  readonly title: string;
  readonly options: readonly Listed[];
  readonly chosen: readonly string[];
  /** Whether several may be chosen; one at least always is. */
  readonly isMany?: boolean;
  readonly onChoose: (ids: readonly string[]) => void;
}

type WhereProps = Pick<WordPopoverProps, "placement" | "beneath" | "within">;

function List({ opener, onClose, title, options, chosen, isMany = false, onChoose, ...where }: ListProps & WhereProps & Opened) {
  const take = (selection: Selection) => {
    const ids = options.map(({ id }) => id).filter((id) => selection === "all" || selection.has(id));
    if (ids.length > 0) onChoose(ids);
    if (!isMany) onClose();
  };
  return (
    <WordPopover opener={opener} onClose={onClose} title={title} {...where}>
      <ListBox
        className="options"
        aria-label={title}
        autoFocus
        selectionMode={isMany ? "multiple" : "single"}
        disallowEmptySelection
        selectedKeys={chosen}
        onSelectionChange={take}
      >
        {options.map(({ id, title: name, summary }) => (
          <ListBoxItem
            key={id}
            id={id}
            textValue={name}

            className={isMany ? "item many" : "option"}
          >
            <Text slot="label">{name}</Text>
            <Text slot="description">{summary}</Text>
          </ListBoxItem>
        ))}
      </ListBox>
    </WordPopover>
  );
}

/** It comes with the page. */
const list = { Component: List, fetch: () => undefined };

export function ListWord({
  text,
  className = "word choice",
  ...props
}: ListProps & WhereProps & { readonly text: string; readonly className?: string }) {
  return (
    <Opener what={list} opens="dialog" label={`${props.title}: ${text}`} className={className} knows={props}>
      {text}
    </Opener>
  );
}
