/** The sentence above the drawing of a view. It changes during a run, and only this component is rendered then. */
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The interface for the code that draws the view. */
export interface SentenceHandle {
  readonly element: HTMLElement | null;
  readonly text: string;
  /** Sets the text and renders synchronously, so that it does not lag behind the drawing. */
  setText(text: string): void;
}

export interface ViewSentenceProps {
  readonly handle: RefObject<SentenceHandle | null>;
  /** Renders the text with glossary terms; plain text if absent. */
  readonly renderText: ((text: string) => ReactNode) | undefined;
}

export function ViewSentence({ handle, renderText }: ViewSentenceProps) {
  const [text, setText] = useState("");
  const element = useRef<HTMLParagraphElement>(null);
  useImperativeHandle(handle, () => ({ element: element.current, text, setText: (next) => flushSync(() => setText(next)) }), [text]);
  return (
    <p className="view-sentence" ref={element}>
      {renderText === undefined ? text : renderText(text)}
    </p>
  );
}
