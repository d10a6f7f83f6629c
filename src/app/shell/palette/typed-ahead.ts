/**
 * Captures keys between the request for the palette and its appearance. On a slow computer that takes a moment, and without the capture the
 * letters would trigger shortcuts of the page.
 */
import type { OverlayStore } from "../overlay.ts";

/** The captured text, and whether it ended with Enter. */
export interface TypedAhead {
  readonly text: string;
  readonly isEntered: boolean;
}

const nothing: TypedAhead = { text: "", isEntered: false };

/** Captures keys for the palette of a page. */
export class Typing {
  private typed = nothing;
  private stop: (() => void) | null = null;

  constructor(private readonly overlay: Pick<OverlayStore, "subscribe">) {}

  /** Starts capturing, until the palette takes the text or is closed. */
  catch(target: Pick<Window, "addEventListener" | "removeEventListener"> = window): void {
    this.take();
    const press = (event: KeyboardEvent) => {
      const next = after(this.typed, event);
      if (next === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.typed = next;
    };
    // Before any other listener of the page.
    target.addEventListener("keydown", press, { capture: true });
    const leave = this.overlay.subscribe(({ sheet }) => {
      if (sheet !== "palette" && sheet !== "search") this.take();
    });
    this.stop = () => {
      target.removeEventListener("keydown", press, { capture: true });
      leave();
    };
  }

  /** Returns the captured text and stops capturing. */
  take(): TypedAhead {
    const taken = this.typed;
    this.stop?.();
    [this.stop, this.typed] = [null, nothing];
    return taken;
  }
}

/** The captured text after another key; null for keys that are not captured. */
export function after(
  { text, isEntered }: TypedAhead,
  { key, ctrlKey, metaKey, altKey, isComposing }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">,
): TypedAhead | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  // Keys after Enter are meant for the command's result, which is not known yet, so they are discarded.
  if (isEntered) return [...key].length === 1 || key === "Enter" || key === "Backspace" ? { text, isEntered } : null;
  // Without a text, Enter would choose a command that the reader has not seen.
  if (key === "Enter") return { text, isEntered: text.trim() !== "" };
  if (key === "Backspace") return { text: [...text].slice(0, -1).join(""), isEntered };
  return [...key].length === 1 ? { text: text + key, isEntered } : null;
}
