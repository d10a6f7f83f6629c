/** What stands beside a view's title: its own choices, full size, and a menu for everything else. */
import "./tools.css";
import { type KeyboardEvent, type ToggleEvent, useId, useRef } from "react";
import { choiceOf, offered, type View, type ViewData } from "../contract.ts";
import { Icon } from "./icons.tsx";

/** An entry of a view's menu. */
export interface Entry {
  readonly title: string;
  act(): void;
}

export interface ViewToolsProps {
  readonly view: View;
  readonly data: ViewData;
  readonly onChoose: (option: string, choice: string) => void;
  readonly isGrown: boolean;
  /** Opens the view over the whole page, or gives it back its place. */
  readonly onGrow: () => void;
  /** Opens the field to look for things in it, or closes it; absent where nothing can be looked for. */
  readonly onFind: (() => void) | undefined;
  readonly isFinding: boolean;
  readonly entries: readonly Entry[];
}

export function ViewTools({ view, data, onChoose, isGrown, onGrow, onFind, isFinding, entries }: ViewToolsProps) {
  return (
    <span className="view-tools row">
      {view.options?.map((option) => {
        const ids = offered(option, data);
        const chosen = choiceOf(view, data.choices, option.id, data);
        // A choice of one is none.
        if (ids.length < 2) return null;
        return (
          <span className="view-option" key={option.id}>
            <select
              aria-label={`${view.title}: ${option.title.toLowerCase()}`}
              value={ids.includes(chosen) ? chosen : ids[0]}
              onChange={(event) => onChoose(option.id, event.target.value)}
            >
              {ids.map((id) => (
                <option key={id} value={id}>
                  {option.among[id]}
                </option>
              ))}
            </select>
            <Icon is="down" size={12} />
          </span>
        );
      })}
      {onFind !== undefined && (
        <button type="button" aria-label={`Find in ${view.title.toLowerCase()}`} aria-pressed={isFinding} onClick={onFind}>
          <Icon is="find" size={13} />
        </button>
      )}
      <button
        type="button"
        aria-label={isGrown ? `Close ${view.title.toLowerCase()} at full size` : `${view.title} at full size`}
        onClick={onGrow}
      >
        <Icon is={isGrown ? "shrink" : "grow"} size={14} />
      </button>
      <Menu title={view.title} entries={entries} />
    </span>
  );
}

/** A menu as the browser has it: it lies above everything, and a click elsewhere or Esc closes it. */
function Menu({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const place = (event: ToggleEvent) => {
    if (event.newState !== "open" || button.current === null || menu.current === null) return;
    const { top, bottom, right } = button.current.getBoundingClientRect();
    const isLow = bottom > innerHeight * 0.6;
    Object.assign(menu.current.style, {
      right: `${document.documentElement.clientWidth - right}px`,
      top: isLow ? "auto" : `${bottom + 4}px`,
      bottom: isLow ? `${innerHeight - top + 4}px` : "auto",
    });
  };
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} aria-haspopup="menu" aria-label={`${title}: more`}>
        <Icon is="more" size={14} />
      </button>
      <div
        ref={menu}
        id={id}
        className="view-menu"
        popover="auto"
        role="menu"
        aria-label={title}
        onBeforeToggle={place}
        onToggle={(event) => event.newState === "open" && menu.current?.querySelector("button")?.focus()}
        onKeyDown={moveFocus}
      >
        {entries.map((entry) => (
          <button
            key={entry.title}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              entry.act();
            }}
          >
            {entry.title}
          </button>
        ))}
      </div>
    </>
  );
}

/** Arrows, Home and End walk a menu, Tab leaves it; Esc is meant for it alone. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const menu = event.currentTarget;
  const items = [...menu.querySelectorAll("button")];
  const at = items.findIndex((item) => item === document.activeElement);
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  if (event.key in places) {
    event.preventDefault();
    items[(places[event.key] + items.length) % items.length]?.focus();
  }
  if (event.key === "Tab") menu.hidePopover();
  event.stopPropagation();
}
