// @vitest-environment happy-dom
/** The keyboard shortcuts of the page, and the setting that switches single keys off. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { controlKeys } from "../../src/app/shell/control-keys.ts";
import { describedShortcuts, shortcutGroups } from "../../src/app/ui/shortcut-texts.ts";
import { bindShortcuts, shortcutsFor } from "../../src/app/ui/shortcuts.ts";
import { expectWording } from "../wording/wording.ts";

const spy = () => vi.fn<(place?: number) => void>();
/** Spies for all actions that keys can trigger. */
const keyHandlers = () => ({
  togglePlay: spy(),
  stepForward: spy(),
  stepBack: spy(),
  fitNetwork: spy(),
  undo: spy(),
  redo: spy(),
  toggleView: spy(),
  openSearch: spy(),
  openPalette: spy(),
  openKeys: spy(),
  togglePresentation: spy(),
  stepBackOut: spy(),
});

let page = keyHandlers();
let hasSingle = true;
let stop = () => undefined as void;
const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const calls = () => Object.entries(page).flatMap(([name, { mock }]) => mock.calls.map(() => name));

beforeEach(() => {
  page = keyHandlers();
  hasSingle = true;
  stop = bindShortcuts(shortcutsFor(page), () => hasSingle);
});
afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

describe("the keys", () => {
  test.each([
    [" ", { code: "Space" }, "togglePlay"],
    [".", {}, "stepForward"],
    [",", {}, "stepBack"],
    ["f", {}, "fitNetwork"],
    ["3", {}, "toggleView"],
    ["p", {}, "togglePresentation"],
    ["/", {}, "openSearch"],
    ["/", { shiftKey: true }, "openSearch"],
    ["k", { ctrlKey: true }, "openPalette"],
    ["?", { shiftKey: true }, "openKeys"],
    ["z", { ctrlKey: true }, "undo"],
    ["Z", { ctrlKey: true, shiftKey: true }, "redo"],
    ["y", { ctrlKey: true }, "redo"],
    ["Escape", {}, "stepBackOut"],
  ] as const)("%s %o", (key, more, name) => {
    press(key, more);
    expect(calls()).toEqual([name]);
  });

  test("a digit names the place of a view, from 0", () => {
    press("1");
    press("9");
    expect(page.toggleView.mock.calls).toEqual([[0], [8]]);
  });

  test.each([
    ['<input id="it">', ["f", ".", "/", "Escape"]],
    ['<textarea id="it"></textarea>', ["p", "1"]],
    ['<div role="listbox"><div id="it" role="option" tabindex="0"></div></div>', ["f", "p", "Escape"]],
    ['<span id="it" role="spinbutton" tabindex="0"></span>', [".", "5"]],
    ['<dialog open><button id="it">x</button></dialog>', ["f", "?", "Escape"]],
    ['<button id="it">x</button>', [" "]],
    ['<input id="it" type="checkbox">', [" "]],
  ] as const)("belong to what has the focus: %s", (html, keys) => {
    document.body.innerHTML = html;
    const it = document.getElementById("it")!;
    for (const key of keys) press(key, key === " " ? { code: "Space" } : {}, it);
    expect(calls()).toEqual([]);
  });

  test.each([
    [
      '<span id="it" role="spinbutton" tabindex="0"></span>',
      ["f", "p", "/", "?"],
      ["fitNetwork", "openSearch", "openKeys", "togglePresentation"],
    ],
    ['<input id="it" type="checkbox">', ["f", "1"], ["fitNetwork", "toggleView"]],
    ['<input id="it" type="radio">', ["f"], ["fitNetwork"]],
    ['<input id="it" type="range">', ["p"], ["togglePresentation"]],
  ] as const)("act where what has the focus takes no text: %s", (html, keys, names) => {
    document.body.innerHTML = html;
    for (const key of keys) press(key, key === "?" ? { shiftKey: true } : {}, document.getElementById("it")!);
    expect(calls()).toEqual(names);
  });

  test("single keys can be switched off; those with Ctrl stay, and Esc", () => {
    hasSingle = false;
    for (const key of ["f", ".", "/", "?", "p", "1"]) press(key);
    expect(calls()).toEqual([]);
    press("k", { ctrlKey: true });
    press("Escape");
    expect(calls()).toEqual(["openPalette", "stepBackOut"]);
  });

  test("a letter with Ctrl is the browser's", () => {
    press("f", { ctrlKey: true });
    press("p", { metaKey: true });
    expect(calls()).toEqual([]);
  });

  test("the sheet has a heading for each, and what a page cannot do is not in the table", () => {
    const table = describedShortcuts(shortcutsFor(page));
    expect(new Set([...table, ...controlKeys].map(({ group }) => group))).toEqual(new Set(shortcutGroups));
    const { fitNetwork: _, stepBack: __, ...rest } = page;
    expect(table.length - shortcutsFor(rest).length).toBe(2);
    const bound = table.flatMap((key) => key.bound);
    expect(new Set(bound).size).toBe(bound.length);
    expectWording([...table, ...controlKeys].map(({ group, labels, description }) => `${group}: ${labels.join(" ")}: ${description}`));
  });
});
