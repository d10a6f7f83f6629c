/** A solid word: it opens a choice with a line for each; what cannot be chosen now says why. */
import { useState } from "react";
import { Button, ListBox, ListBoxItem, Popover, Select, Text } from "react-aria-components";

/** One thing to choose. */
export interface Option {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Why it cannot be chosen now, or null. */
  readonly reason: string | null;
}

export interface ChoiceWordProps {
  readonly label: string;
  readonly text: string;
  readonly chosen: string;
  /** The options; with their reasons only while the list is open, because those take some computing. */
  readonly options: (withReasons: boolean) => readonly Option[];
  readonly isFaulty: boolean;
  readonly describedBy: string | undefined;
  readonly path: string;
  readonly className?: string;
  readonly onChoose: (id: string) => void;
}

/** The control. */
export function ChoiceWord({ label, text, chosen, options, isFaulty, describedBy, path, className = "word choice", onChoose }: ChoiceWordProps) {
  const [isOpen, setOpen] = useState(false);
  const all = options(isOpen);
  return (
    <Select
      className="select"
      aria-label={label}
      isOpen={isOpen}
      onOpenChange={setOpen}
      value={chosen}
      disabledKeys={all.filter((each) => each.reason !== null).map((each) => each.id)}
      onChange={(key) => key !== null && key !== chosen && onChoose(String(key))}
    >
      <Button className={className} data-faulty={isFaulty || undefined} data-path={path} {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}>
        {text}
      </Button>
      <Popover className="popover" placement="bottom start" offset={8} containerPadding={12}>
        <ListBox className="options" items={all}>
          {({ id, title, summary, reason }) => (
            <ListBoxItem id={id} textValue={title} className="option">
              <Text slot="label">{title}</Text>
              <Text slot="description">{reason ?? summary}</Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
