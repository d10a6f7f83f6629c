/** Keys that are typed before the command palette has loaded. */
import { expect, test } from "vitest";
import { after, Typing } from "../../src/app/shell/palette/typed-ahead.ts";
import { createOverlay } from "../../src/app/shell/overlay.ts";

/** A key event with the given modifiers. */
const key = (pressed: string, held: object = {}) => ({
  key: pressed,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...held,
});

/** A window on which the test can press keys. */
function desk() {
  const listeners = new Set<(event: KeyboardEvent) => void>();
  const press = (...keys: readonly string[]) =>
    keys.map((each) => {
      let isKept = true;
      const event = { ...key(each), preventDefault: () => undefined, stopImmediatePropagation: () => (isKept = false) };
      for (const listener of listeners) listener(event as unknown as KeyboardEvent);
      return isKept;
    });
  const target = {
    addEventListener: (_: string, listener: never) => void listeners.add(listener),
    removeEventListener: (_: string, listener: never) => void listeners.delete(listener),
  };
  return { press, target: target as unknown as Window };
}

test("letters are kept from the page until the palette takes them", () => {
  const { press, target } = desk();
  const overlay = createOverlay();
  const typing = new Typing(overlay);
  typing.catch(target);
  overlay.setState({ sheet: "palette" });
  expect(press("t", "o", "x", "Backspace", " ", "p", "Enter", "p")).toEqual(Array(8).fill(false));
  expect(press("Escape", "Tab")).toEqual([true, true]);
  expect(typing.take()).toEqual({ text: "to p", isEntered: true });
  expect(press("p")).toEqual([true]);
  expect(typing.take()).toEqual({ text: "", isEntered: false });
});

test("a palette that is closed before it is there gives the keys back", () => {
  const { press, target } = desk();
  const overlay = createOverlay();
  const typing = new Typing(overlay);
  typing.catch(target);
  overlay.setState({ sheet: "palette" });
  press("a");
  overlay.setState({ sheet: null });
  expect(press("b")).toEqual([true]);
  expect(typing.take().text).toBe("");
});

test("keys with a modifier, and those that compose, are not for the field", () => {
  const before = { text: "a", isEntered: false };
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
    expect(after(before, key("b", held))).toBeNull();
  expect(after(before, key("ArrowDown"))).toBeNull();
  expect(after({ text: " ", isEntered: false }, key("Enter"))).toEqual({ text: " ", isEntered: false });
  expect(after(before, key("𝄞"))?.text).toBe("a𝄞");
});
