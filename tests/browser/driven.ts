/**
 * What the tests of every browser ask of one, whatever protocol it speaks: to open an address, to evaluate, to point and
 * to press, to be of a size and to be looked at.
 */
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { endTogether } from "../../src/tools/together.mjs";
import { isThorough } from "../effort.ts";
import { launchChromium } from "./chromium.ts";

/** A browser with one page in it. */
export interface Driven {
  /** Goes to an address, and waits until its document is loaded. */
  open(address: string): Promise<void>;
  /** What an expression comes to in the page, or what its promise is kept with. It is a string. */
  evaluate(expression: string): Promise<string>;
  /** Clicks at a point of the window, CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses keys one after the other, all held until the last is: a sign each, or a name as KeyboardEvent has it. */
  press(...keys: readonly string[]): Promise<void>;
  /** Gives the page that much room, CSS pixels, or as much as the browser allows. */
  resize(width: number, height: number): Promise<void>;
  /** The page as it looks, a PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Calls a function in the page. It is sent there as its text, so it knows only what it is given. */
export async function inPage<A extends readonly unknown[], T>(
  driven: Driven,
  act: (...given: A) => T | Promise<T>,
  ...given: A
): Promise<T> {
  const call = `(${act.toString()})(...${JSON.stringify(given)})`;
  return JSON.parse(await driven.evaluate(`Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`)) as T;
}

/** Whether packets stand still between two steps of a run, as for readers who want less motion: drawing them takes long. */
export const isStill = !isThorough;

/** Chromium, as all other tests have it. */
export async function drivenChromium(): Promise<Driven> {
  const browser = await launchChromium();
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-write"],
    reducedMotion: isStill ? "reduce" : "no-preference",
  });
  return {
    open: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate<string>(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (...keys) => page.keyboard.press(keys.join("+")),
    resize: (width, height) => page.setViewportSize({ width, height }),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}

/** Keys without a sign of their own, as both protocols of W3C send them. */
const codes: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  ArrowUp: "\uE013",
  ArrowDown: "\uE015",
};

/** A click, as both protocols of W3C have it. */
export function click(x: number, y: number) {
  const button = { button: 0 };
  const actions = [
    { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
    { type: "pointerDown", ...button },
    { type: "pointerUp", ...button },
  ];
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }];
}

/** Keys that are pressed one after the other, and let go the other way round. */
export function strokes(keys: readonly string[]) {
  const values = keys.map((key) => codes[key] ?? key);
  const down = values.map((value) => ({ type: "keyDown", value }));
  const up = values.toReversed().map((value) => ({ type: "keyUp", value }));
  return [{ type: "key", id: "keyboard", actions: [...down, ...up] }];
}

/** Longest time that a program takes to begin, milliseconds. */
export const patience = 60_000;

/** A program that runs until it is told to end, or until the tests do. */
export interface Program {
  /**
   * Waits for a line on either of its outputs.
   * @throws Error with what it said otherwise where it ends before, or does not say it for a minute
   */
  says(line: RegExp): Promise<RegExpExecArray>;
  /** Ends it, and waits until it has ended. */
  end(): Promise<void>;
}

/** Starts a program. */
export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = endTogether(spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] }));
  let text = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (part: Buffer) => (text += String(part)));
  let why: string | null = null;
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => resolve(void (why = `could not be started: ${error.message}`)));
    child.once("close", () => resolve(void (why ??= "has ended")));
  });
  return {
    async says(line) {
      const until = Date.now() + patience;
      for (;;) {
        const said = line.exec(text);
        if (said !== null) return said;
        if (why === null && Date.now() > until) why = "has not begun within a minute";
        if (why !== null) throw new Error(`${program} ${why}. It said: ${text.trim().slice(-1000)}`);
        await Promise.race([ended, wait(20)]);
      }
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}
