/** The sentence above the drawing of a view. It changes during a run, and only this component is rendered then. */
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The interface for the code that draws the view. */
export interface SaidLineHandle {
  readonly element: HTMLElement | null;
  readonly text: string;
  /** Sets the text and renders synchronously, so that it does not lag behind the drawing. */
  say(text: string): void;
}

export interface SaidLineProps {
  readonly line: RefObject<SaidLineHandle | null>;
  /** Renders the text with glossary terms; plain text if absent. */
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
