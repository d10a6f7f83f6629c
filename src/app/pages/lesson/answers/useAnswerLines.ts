/** The lines of answers that the lecturer has pasted. */
import { useCallback, useEffect, useState } from "react";
import { hasAnswerLine } from "../../../../lessons/answers.ts";
import { readSetting, storeSetting } from "../../../settings.ts";
import { isInTextField } from "../../../ui/shortcuts.ts";

/**
 * The lines of all steps of a lesson, as the lecturer pasted them. They are stored in this browser. Text with answers that is pasted
 * outside of a text field is appended, also on a projector, where no field is shown.
 * @param name name of the lesson in its lines
 */
export function useAnswerLines(name: string) {
  const storageKey = `answers-${name}`;
  const [text, setText] = useState(() => readSetting(storageKey) ?? "");
  // A class hands in only once, so clearing the lines can be undone.
  const [clearedText, setClearedText] = useState("");
  const updateText = useCallback(
    (newText: string, textToRestore = "") => {
      setText(newText);
      setClearedText(textToRestore);
      storeSetting(storageKey, newText === "" ? null : newText);
    },
    [storageKey],
  );
  useEffect(() => {
    const appendPasted = (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (isInTextField(event.target) || !hasAnswerLine(pasted)) return;
      event.preventDefault();
      event.stopPropagation();
      updateText(text === "" ? pasted : `${text.replace(/\n$/, "")}\n${pasted}`);
    };
    addEventListener("paste", appendPasted, { capture: true });
    return () => removeEventListener("paste", appendPasted, { capture: true });
  }, [text, updateText]);
  return { text, clearedText, updateText };
}
