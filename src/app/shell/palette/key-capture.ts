/**
 * Captures keys between the request for the palette and its appearance. On a slow computer that takes a moment, and without the capture the
 * letters would trigger shortcuts of the page.
 */
import type { OverlayStore } from "../overlay.ts";

/** The captured text, and whether it ended with Enter. */
export interface CapturedText {
  readonly text: string;
  readonly isEntered: boolean;
}

const noText: CapturedText = { text: "", isEntered: false };

/** Captures keys for the palette of a page. */
export class KeyCapture {
  private captured = noText;
  private stopCapture: (() => void) | null = null;

  constructor(private readonly overlay: Pick<OverlayStore, "subscribe">) {}

  /**
   * Starts capturing the keys that the reader types before the command palette appears, so that they become its text and trigger no
   * shortcut. Ends when the palette takes the text, or when it is closed.
   */
  start(target: Pick<Window, "addEventListener" | "removeEventListener"> = window): void {
    this.finish();
    const onKeyDown = (event: KeyboardEvent) => {
      const next = textAfterKey(this.captured, event);
      if (next === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.captured = next;
    };
    // Before any other listener of the page.
    target.addEventListener("keydown", onKeyDown, { capture: true });
    const unsubscribe = this.overlay.subscribe(({ sheet }) => {
      if (sheet !== "palette" && sheet !== "search") this.finish();
    });
    this.stopCapture = () => {
      target.removeEventListener("keydown", onKeyDown, { capture: true });
      unsubscribe();
    };
  }

  /** Returns the captured text and stops capturing. */
  finish(): CapturedText {
    const result = this.captured;
    this.stopCapture?.();
    [this.stopCapture, this.captured] = [null, noText];
    return result;
  }
}

/** The captured text after another key; null for keys that are not captured. */
export function textAfterKey(
  { text, isEntered }: CapturedText,
  { key, ctrlKey, metaKey, altKey, isComposing }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">,
): CapturedText | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  // Keys after Enter are meant for the command's result, which is not known yet, so they are discarded.
  if (isEntered) return [...key].length === 1 || key === "Enter" || key === "Backspace" ? { text, isEntered } : null;
  // Without a text, Enter would choose a command that the reader has not seen.
  if (key === "Enter") return { text, isEntered: text.trim() !== "" };
  if (key === "Backspace") return { text: [...text].slice(0, -1).join(""), isEntered };
  return [...key].length === 1 ? { text: text + key, isEntered } : null;
}
