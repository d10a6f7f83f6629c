/** A button that opens something over the page which is loaded only then. */
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { Lazy } from "./lazy.ts";

/** What everything that is opened over the page is told. */
export interface Opened {
  /** The button it belongs to: it stands beside it and gives the focus back to it. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

export interface OpenerProps<More extends object> {
  /** What it opens. */
  readonly what: Lazy<Opened & More>;
  /** What that has to know besides. */
  readonly knows: More;
  /** What opens: what assistive technology says the button does. */
  readonly opens: "menu" | "dialog";
  /** The name, where the button's text is none. */
  readonly label?: string;
  readonly className?: string;
  /** Id of what describes the button. */
  readonly describedBy?: string | undefined;
  readonly isFaulty?: boolean;
  /** Path of the parameter that the button is about. */
  readonly path?: string;
  /** The button's face. */
  readonly children: ReactNode;
}

/** The button; what it opens is mounted only while it is open. */
export function Opener<More extends object>({
  what: { Component, fetch },
  knows,
  opens,
  label,
  className,
  describedBy,
  isFaulty = false,
  path,
  children,
}: OpenerProps<More>) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup={opens}
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        data-faulty={isFaulty || undefined}
        data-path={path}
        onPointerEnter={fetch}
        onFocus={fetch}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {isOpen && <Component {...knows} opener={opener} onClose={() => setOpen(false)} />}
    </>
  );
}
