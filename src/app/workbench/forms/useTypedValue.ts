/** Props and state of an input whose text is a value. */
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { AmountParam } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { editTyped } from "../../document/edit-typed.ts";
import type { Workbench } from "../../state/workbench.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/**
 * State and event handlers of a text field for a number or an amount of the document. Every readable keystroke sets the value immediately,
 * except for amounts, which are read when the field is left. All keystrokes of one visit to the field are one undo step. Text that cannot
 * be read stays in the field, with its error message in the document.
 * @param valueAsText The current value as text.
 */
export function useTypedValue(param: NumericParam | AmountParam, valueAsText: string, path: Path) {
  const { store } = usePage();
  const dottedPath = path.join(".");
  const isWrong = ({ document: { pending } }: Workbench) => pending?.issues.some((each) => each.path === dottedPath) ?? false;
  const isFaulty = useWorkbench(isWrong);
  const [text, showText] = useState<string | null>(null);
  /** The latest text, before React renders it: a field may be left earlier. */
  const latestText = useRef<string | null>(null);
  const setText = (next: string | null) => {
    latestText.current = next;
    showText(next);
  };
  const hasFocus = useRef(false);
  // A field that unmounts while focused gets no blur event.
  useEffect(() => () => void (hasFocus.current && endGesture(store)), [store]);

  // Unreadable text is dropped when its error has been resolved.
  useEffect(() => {
    if (isFaulty || hasFocus.current) return;
    latestText.current = null;
    showText(null);
  }, [isFaulty]);

  const commit = (next: string) => {
    setText(next);
    return editTyped(store, param, path, next);
  };
  // A number may still get a unit that changes its meaning, 20 and 20 m, so amounts are read when the field is left.
  const isCommittedOnBlur = param.type === "amount";
  return {
    isFaulty,
    /** Reads the typed text. Returns whether it is valid. */
    commitTyped: (): boolean => !isCommittedOnBlur || latestText.current === null || commit(latestText.current),
    /** Discards the typed text and shows the value. */
    discardTyped: () => setText(null),
    input: {
      autoComplete: "off",
      spellCheck: false,
      value: text ?? valueAsText,
      "aria-invalid": isFaulty,
      onFocus: () => {
        hasFocus.current = true;
        beginGesture(store, path);
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => (isCommittedOnBlur ? setText : commit)(event.target.value),
      onBlur: () => {
        hasFocus.current = false;
        if (isCommittedOnBlur && latestText.current !== null) commit(latestText.current);
        endGesture(store);
        if (!isWrong(store.getState())) setText(null);
      },
    },
  } as const;
}
