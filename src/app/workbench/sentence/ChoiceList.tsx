/** The list that a choice word opens. */
import { useMemo } from "react";
import type { Path } from "../../../core/scenario/param-path.ts";
import type { PopupProps } from "../../ui/PopupButton.tsx";
import { ListBox } from "../../ui/ListBox.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { editedDocument } from "../../state/document-state.ts";
import { notesOn } from "./choice-notes.ts";
import { applyOption, currentOption, type ChoosableParam, optionsAt } from "./options.ts";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export interface ChoiceListProps extends PopupProps {
  readonly param: ChoosableParam;
  readonly path: Path;
}

/**
 * The popover with the options of a word in the sentence, such as all topologies. Mounted only while it is open, because it is expensive to
 * find out why an option is not available.
 */
export function ChoiceList({ trigger, onClose, param, path }: ChoiceListProps) {
  const { store } = usePage();
  const scenario = useWorkbench(editedDocument);
  const options = useMemo(() => optionsAt(scenario, path, param), [scenario, path, param]);
  const chosen = currentOption(scenario, path, param);
  const legend = param.type === "choice" ? notesOn(param)?.legend : undefined;
  const selectOption = ([id]: readonly string[]) => {
    onClose();
    if (id !== undefined && id !== chosen) applyOption(store, path, param, id);
  };
  const items = options.map(({ id, title, summary, reason, picture, group }) => ({
    id,
    title,
    description: summary,
    disabledReason: reason,
    group,
    picture: picture === null ? null : <Pictogram picture={picture} />,
  }));
  return (
    <Popover trigger={trigger} onClose={onClose} title={param.title}>
      {legend !== undefined && <p className="choices-legend small">{legend}</p>}
      <ListBox label={param.title} items={items} selectedIds={[chosen]} onSelect={selectOption} />
    </Popover>
  );
}
