/** The list that a solid word opens. */
import { useMemo } from "react";
import { Header, ListBox, ListBoxItem, ListBoxSection, type Selection, Text } from "react-aria-components";
import type { Path } from "../../../core/scenario/place.ts";
import type { Opened } from "../../ui/Opener.tsx";
import { WordPopover } from "../../ui/WordPopover.tsx";
import { edited } from "../../state/document-state.ts";
import { notesOn } from "./choice-notes.ts";
import { chooseAt, chosenAt, type ChoosableParam, type Option, optionsAt } from "./options.ts";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export interface ChoicesProps extends Opened {
  readonly param: ChoosableParam;
  readonly path: Path;
}

/** Mounted only while it is open, because the reasons against options take some computing. */
export function Choices({ opener, onClose, param, path }: ChoicesProps) {
  const { store } = usePage();
  const scenario = useWorkbench(edited);
  const options = useMemo(() => optionsAt(scenario, path, param), [scenario, path, param]);
  const chosen = chosenAt(scenario, path, param);
  const legend = param.type === "choice" ? notesOn(param)?.legend : undefined;
  const take = (selection: Selection) => {
    const [id] = selection === "all" ? [] : selection;
    onClose();
    if (id !== undefined && id !== chosen) chooseAt(store, path, param, String(id));
  };
  return (
    <WordPopover opener={opener} onClose={onClose} title={param.title}>
      {legend !== undefined && <p className="choices-legend small">{legend}</p>}
      <ListBox
        className="options"
        aria-label={param.title}
        autoFocus
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[chosen]}
        disabledKeys={options.filter((each) => each.reason !== null).map((each) => each.id)}
        onSelectionChange={take}
      >
        {groupsOf(options).map(({ name, those }) =>
          name === null ? (
            those.map(itemOf)
          ) : (
            <ListBoxSection key={name} id={`group ${name}`} className="option-group">
              <Header>{name}</Header>
              {those.map(itemOf)}
            </ListBoxSection>
          ),
        )}
      </ListBox>
    </WordPopover>
  );
}

function itemOf({ id, title, summary, reason, picture }: Option) {
  return (
    <ListBoxItem key={id} id={id} textValue={title} className={picture === null ? "option" : "option pictured"}>
      {picture !== null && <Pictogram picture={picture} />}
      <Text slot="label">{title}</Text>
      <Text slot="description">{reason ?? summary}</Text>
    </ListBoxItem>
  );
}

/** Options that follow each other under one name. */
function groupsOf(options: readonly Option[]): readonly { readonly name: string | null; readonly those: readonly Option[] }[] {
  const groups: { readonly name: string | null; readonly those: Option[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last?.name === option.group) last.those.push(option);
    else groups.push({ name: option.group, those: [option] });
  }
  return groups;
}
