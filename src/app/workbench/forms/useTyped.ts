/** A field whose text is a value: what its input needs. */
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { AmountParam } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { typed } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { beginGesture, endGesture } from "../../document/history.ts";
import { edit, misread } from "../../document/edits.ts";
import type { Workbench } from "../../state/workbench.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/**
 * Every readable keystroke counts at once; all keystrokes of one visit to the field are one undo step.
 * @param shown the present value as text
 */
export function useTyped(param: NumericParam | AmountParam, shown: string, path: Path) {
  const { store } = usePage();
  const dotted = path.join(".");
  const isWrong = ({ document: { pending } }: Workbench) => pending?.issues.some((each) => each.path === dotted) ?? false;
  const isFaulty = useWorkbench(isWrong);
  const [text, showText] = useState<string | null>(null);
  /** The same at once: a field may be left before it is drawn again. */
  const latest = useRef<string | null>(null);
  const setText = (next: string | null) => {
    latest.current = next;
    showText(next);
  };
  const isOpen = useRef(false);
  // A field that vanishes while it has the focus gets no blur.
  useEffect(() => () => void (isOpen.current && endGesture(store)), [store]);

  // A text that could not be read goes when the fault it stands for has gone.
  useEffect(() => {
    if (isFaulty || isOpen.current) return;
    latest.current = null;
    showText(null);
  }, [isFaulty]);

  const take = (next: string) => {
    setText(next);
    const read = typed(param, next, dotted);
    if ("value" in read) edit(store, path, read.value);
    else misread(store, path, next, read.issue);
    return "value" in read;
  };
  // What may go on with a unit means something else before that is typed: 20, and 20 m.
  const isTakenLater = param.type === "amount";
  return {
    isFaulty,
    /** Takes what was typed so far; returns whether it could be read. */
    take: (): boolean => !isTakenLater || latest.current === null || take(latest.current),
    /** Shows the value again, whatever was typed. */
    rest: () => setText(null),
    input: {
      autoComplete: "off",
      spellCheck: false,
      value: text ?? shown,
      "aria-invalid": isFaulty,
      onFocus: () => {
        isOpen.current = true;
        beginGesture(store, path);
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => (isTakenLater ? setText : take)(event.target.value),
      onBlur: () => {
        isOpen.current = false;
        if (isTakenLater && latest.current !== null) take(latest.current);
        endGesture(store);
        if (!isWrong(store.getState())) setText(null);
      },
    },
  } as const;
}
