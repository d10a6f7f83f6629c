/** What a view says of itself, above its drawing. It changes as a run goes on, and nothing but it is rendered again. */
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The line, as whoever draws the view sees it. */
export interface SaidLineHandle {
  readonly element: HTMLElement | null;
  readonly text: string;
  /** Says something else, at once: words must not come after the picture that they are about. */
  say(text: string): void;
}

export interface SaidLineProps {
  readonly line: RefObject<SaidLineHandle | null>;
  /** How a text is written where some of its words explain themselves; plain when absent. */
  readonly tell: ((text: string) => ReactNode) | undefined;
}

export function SaidLine({ line, tell }: SaidLineProps) {
  const [text, setText] = useState("");
  const element = useRef<HTMLParagraphElement>(null);
  useImperativeHandle(line, () => ({ element: element.current, text, say: (next) => flushSync(() => setText(next)) }), [text]);
  return (
    <p className="view-sentence" ref={element}>
      {tell === undefined ? text : tell(text)}
    </p>
  );
}
