/**
 * What is typed between the call for the palette and its field: on a busy machine that takes a moment, and letters that
 * reached the page instead would set it off.
 */
import type { OverlayStore } from "../overlay.ts";

/** What was typed so far, and whether Enter was its end. */
export interface TypedAhead {
  readonly text: string;
  readonly isEntered: boolean;
}

const nothing: TypedAhead = { text: "", isEntered: false };

/** Keeps letters for the palette of a page. */
export class Typing {
  private typed = nothing;
  private stop: (() => void) | null = null;

  constructor(private readonly overlay: Pick<OverlayStore, "subscribe">) {}

  /** Keeps all letters from the page from now on, until the palette takes them or is closed. */
  catch(target: Pick<Window, "addEventListener" | "removeEventListener"> = window): void {
    this.take();
    const press = (event: KeyboardEvent) => {
      const next = after(this.typed, event);
      if (next === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.typed = next;
    };
    // Before anything on the page hears of a key.
    target.addEventListener("keydown", press, { capture: true });
    const leave = this.overlay.subscribe(({ sheet }) => {
      if (sheet !== "palette" && sheet !== "search") this.take();
    });
    this.stop = () => {
      target.removeEventListener("keydown", press, { capture: true });
      leave();
    };
  }

  /** What was typed ahead; from now on letters go where the focus is. */
  take(): TypedAhead {
    const taken = this.typed;
    this.stop?.();
    [this.stop, this.typed] = [null, nothing];
    return taken;
  }
}

/** What a key makes of what was typed; null for keys that mean something else. */
export function after(
  { text, isEntered }: TypedAhead,
  { key, ctrlKey, metaKey, altKey, isComposing }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">,
): TypedAhead | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  // What follows Enter is meant for the page as it then is: nobody knows it yet, so it is lost.
  if (isEntered) return [...key].length === 1 || key === "Enter" || key === "Backspace" ? { text, isEntered } : null;
  // Without a word before it, Enter would choose what nobody has seen yet.
  if (key === "Enter") return { text, isEntered: text.trim() !== "" };
  if (key === "Backspace") return { text: [...text].slice(0, -1).join(""), isEntered };
  return [...key].length === 1 ? { text: text + key, isEntered } : null;
}
