/** A text field above a list of commands. Typing filters the list, arrows and Enter choose a command. */
import "./command-list.css";
import { type Ref } from "react";
import { Autocomplete, Input, Keyboard, Menu, MenuItem, Text, TextField } from "react-aria-components";

export interface CommandListItem {
  readonly id: string;
  readonly title: string;
  /** A line below the title; may be empty. */
  readonly description: string;
  /** The text at the right end: the shortcut of the command, or its group. */
  readonly hint: { readonly is: "key" | "group"; readonly text: string } | null;
  readonly isDisabled: boolean;
}

export interface CommandListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly items: readonly CommandListItem[];
  /** Shown if no command matches. */
  readonly emptyMessage: string;
  readonly onAction: (id: string) => void;
  /** Reference to the field, for setting the focus. */
  readonly field: Ref<HTMLInputElement>;
}

/**
 * A text field above a list of commands, each with a description and, at its right, its shortcut or group. Typing calls `onType`, and the
 * parent then passes the matching commands; arrow keys and Enter choose a command.
 */
export function CommandList({ label, placeholder, text, onType, items, emptyMessage, onAction, field }: CommandListProps) {
  return (
    <Autocomplete inputValue={text} onInputChange={onType}>
      <TextField aria-label={label} className="palette-field">
        <Input ref={field} placeholder={placeholder} spellCheck={false} autoComplete="off" />
      </TextField>
      {/* The field keeps the focus while arrows move through the list. The list itself is focusable, too, so that it can be scrolled by keys. */}
      <div className="palette-list" role="group" aria-label="Results" tabIndex={0}>
        <Menu
          aria-label="Found"
          onAction={(id) => onAction(String(id))}
          disabledKeys={items.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)}
          renderEmptyState={() => <p className="muted">{emptyMessage}</p>}
        >
          {items.map(({ id, title, description, hint }) => (
            <MenuItem key={id} id={id} className="palette-item" textValue={title}>
              <Text slot="label">{title}</Text>
              {description !== "" && <Text slot="description">{description}</Text>}
              {hint?.is === "key" && <Keyboard>{hint.text}</Keyboard>}
              {hint?.is === "group" && (
                <Text slot="description" className="palette-group">
                  {hint.text}
                </Text>
              )}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </Autocomplete>
  );
}
