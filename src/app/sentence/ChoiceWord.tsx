/** A solid word: it opens a choice with a picture and a line for each; what cannot be chosen now says why. */
import { useState } from "react";
import { Button, Dialog, DialogTrigger, ListBox, ListBoxItem, Popover, type Selection, Text } from "react-aria-components";
import { type Picture, pictureSize } from "./pictures.ts";

/** One thing to choose. */
export interface Option {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Why it cannot be chosen now, or null. */
  readonly reason: string | null;
  readonly picture: Picture | null;
}

export interface ChoiceWordProps {
  readonly label: string;
  readonly text: string;
  readonly chosen: string;
  /** The options and their reasons, asked for only while the list is open, because reasons take some computing. */
  readonly options: () => readonly Option[];
  readonly isFaulty: boolean;
  readonly describedBy: string | undefined;
  readonly path: string;
  readonly className?: string;
  readonly onChoose: (id: string) => void;
}

/** The control: a button and a list. A select would put all its options, unseen, into the text of the sentence. */
export function ChoiceWord({
  label,
  text,
  chosen,
  options,
  isFaulty,
  describedBy,
  path,
  className = "word choice",
  onChoose,
}: ChoiceWordProps) {
  const [isOpen, setOpen] = useState(false);
  const take = (selection: Selection) => {
    const [id] = selection === "all" ? [] : selection;
    if (id !== undefined && id !== chosen) onChoose(String(id));
    setOpen(false);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        className={className}
        aria-label={`${label}: ${text}`}
        data-faulty={isFaulty || undefined}
        data-path={path}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
      >
        {text}
      </Button>
      <Popover className="popover" placement="bottom start" offset={8} containerPadding={12}>
        <Dialog className="choices" aria-label={label}>
          <Options label={label} chosen={chosen} options={options} onChange={take} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface OptionsProps {
  readonly label: string;
  readonly chosen: string;
  readonly options: () => readonly Option[];
  readonly onChange: (selection: Selection) => void;
}

/** Mounted only while the list is open. */
function Options({ label, chosen, options, onChange }: OptionsProps) {
  const all = options();
  return (
    <ListBox
      className="options"
      aria-label={label}
      autoFocus
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      disabledKeys={all.filter((each) => each.reason !== null).map((each) => each.id)}
      onSelectionChange={onChange}
    >
      {all.map(({ id, title, summary, reason, picture }) => (
        <ListBoxItem key={id} id={id} textValue={title} className={picture === null ? "option" : "option pictured"}>
          {picture !== null && <Pictogram picture={picture} />}
          <Text slot="label">{title}</Text>
          <Text slot="description">{reason ?? summary}</Text>
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

function Pictogram({ picture: { lines, marks } }: { readonly picture: Picture }) {
  const { width, height } = pictureSize;
  return (
    <svg className="pictogram" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={lines} fill="none" stroke="currentColor" strokeWidth={0.7} opacity={0.7} />
      {marks.map(({ path, opacity }) => (
        <path key={opacity} d={path} fill="currentColor" opacity={opacity} />
      ))}
    </svg>
  );
}
