/** Keys that are typed before the command palette has loaded. */
import { expect, test } from "vitest";
import { textAfterKey, KeyCapture } from "../../src/app/shell/palette/key-capture.ts";
import { createOverlay } from "../../src/app/shell/overlay.ts";

/** A key event with the given modifiers. */
const keyEvent = (name: string, modifiers: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...modifiers,
});

/** A window on which the test can press keys. */
function testWindow() {
  const listeners = new Set<(event: KeyboardEvent) => void>();
  const press = (...keys: readonly string[]) =>
    keys.map((each) => {
      let isDelivered = true;
      const event = { ...keyEvent(each), preventDefault: () => undefined, stopImmediatePropagation: () => (isDelivered = false) };
      for (const listener of listeners) listener(event as unknown as KeyboardEvent);
      return isDelivered;
    });
  const target = {
    addEventListener: (_: string, listener: never) => void listeners.add(listener),
    removeEventListener: (_: string, listener: never) => void listeners.delete(listener),
  };
  return { press, target: target as unknown as Window };
}

test("letters are kept from the page until the palette takes them", () => {
  const { press, target } = testWindow();
  const overlay = createOverlay();
  const typing = new KeyCapture(overlay);
  typing.start(target);
  overlay.setState({ sheet: "palette" });
  expect(press("t", "o", "x", "Backspace", " ", "p", "Enter", "p")).toEqual(Array(8).fill(false));
  expect(press("Escape", "Tab")).toEqual([true, true]);
  expect(typing.finish()).toEqual({ text: "to p", isEntered: true });
  expect(press("p")).toEqual([true]);
  expect(typing.finish()).toEqual({ text: "", isEntered: false });
});

test("a palette that is closed before it is there gives the keys back", () => {
  const { press, target } = testWindow();
  const overlay = createOverlay();
  const typing = new KeyCapture(overlay);
  typing.start(target);
  overlay.setState({ sheet: "palette" });
  press("a");
  overlay.setState({ sheet: null });
  expect(press("b")).toEqual([true]);
  expect(typing.finish().text).toBe("");
});

test("keys with a modifier, and those that compose, are not for the field", () => {
  const before = { text: "a", isEntered: false };
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
    expect(textAfterKey(before, keyEvent("b", held))).toBeNull();
  expect(textAfterKey(before, keyEvent("ArrowDown"))).toBeNull();
  expect(textAfterKey({ text: " ", isEntered: false }, keyEvent("Enter"))).toEqual({ text: " ", isEntered: false });
  expect(textAfterKey(before, keyEvent("𝄞"))?.text).toBe("a𝄞");
});
