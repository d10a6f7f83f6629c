/** A field above a list of commands: what is typed leaves the commands that fit, arrows and Enter choose one of them. */
import "./command-list.css";
import { type Ref } from "react";
import { Autocomplete, Input, Keyboard, Menu, MenuItem, Text, TextField } from "react-aria-components";

export interface CommandListItem {
  readonly id: string;
  readonly title: string;
  /** A line below the title; empty where there is none. */
  readonly description: string;
  /** What is on the right: its key, or the group that it belongs to. */
  readonly aside: { readonly is: "key" | "group"; readonly text: string } | null;
  readonly isDisabled: boolean;
}

export interface CommandListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly items: readonly CommandListItem[];
  /** What is said where no command fits. */
  readonly emptyMessage: string;
  readonly onAction: (id: string) => void;
  /** The field, so that the focus can be given to it. */
  readonly field: Ref<HTMLInputElement>;
}

export function CommandList({ label, placeholder, text, onType, items, emptyMessage, onAction, field }: CommandListProps) {
  return (
    <Autocomplete inputValue={text} onInputChange={onType}>
      <TextField aria-label={label} className="palette-field">
        <Input ref={field} placeholder={placeholder} spellCheck={false} autoComplete="off" />
      </TextField>
      {/* The field keeps the focus while arrows move through the list; the list can still be scrolled by keys. */}
      <div className="palette-list" role="group" aria-label="What was found" tabIndex={0}>
        <Menu
          aria-label="Found"
          onAction={(id) => onAction(String(id))}
          disabledKeys={items.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)}
          renderEmptyState={() => <p className="muted">{emptyMessage}</p>}
        >
          {items.map(({ id, title, description, aside }) => (
            <MenuItem key={id} id={id} className="palette-item" textValue={title}>
              <Text slot="label">{title}</Text>
              {description !== "" && <Text slot="description">{description}</Text>}
              {aside?.is === "key" && <Keyboard>{aside.text}</Keyboard>}
              {aside?.is === "group" && (
                <Text slot="description" className="palette-group">
                  {aside.text}
                </Text>
              )}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </Autocomplete>
  );
}
