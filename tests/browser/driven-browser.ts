/**
 * The operations that tests need from any browser, whatever protocol it speaks: open an address, evaluate, click, press keys, resize and
 * take a screenshot.
 */
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { endTogether } from "../../src/tools/together.mjs";
import { isThorough } from "../effort.ts";
import { launchChromium } from "./chromium.ts";

/** A browser with one page. */
export interface DrivenBrowser {
  /** Goes to an address and waits until its document is loaded. */
  open(address: string): Promise<void>;
  /** Evaluates an expression in the page, awaits it if it is a promise, and returns its value, which must be a string. */
  evaluate(expression: string): Promise<string>;
  /** Clicks at a point of the window, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses keys in order and holds them until the last is down. A key is a character or a name of KeyboardEvent.key. */
  press(...keys: readonly string[]): Promise<void>;
  /** Resizes the viewport to this size in CSS pixels, or as close as the browser allows. */
  resize(width: number, height: number): Promise<void>;
  /** A screenshot of the page as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Calls a function in the page. The function is sent as text, so it can use only its parameters. */
export async function evaluateFunction<A extends readonly unknown[], T>(
  driven: DrivenBrowser,
  action: (...parameters: A) => T | Promise<T>,
  ...parameters: A
): Promise<T> {
  const call = `(${action.toString()})(...${JSON.stringify(parameters)})`;
  return JSON.parse(await driven.evaluate(`Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`)) as T;
}

/** Whether packets are drawn with reduced motion. Drawing them takes long, so only thorough tests animate them. */
export const isMotionReduced = !isThorough;

/** Starts the same Chromium that all other tests use. */
export async function driveChromium(): Promise<DrivenBrowser> {
  const browser = await launchChromium();
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-write"],
    reducedMotion: isMotionReduced ? "reduce" : "no-preference",
  });
  return {
    open: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate<string>(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (...keys) => page.keyboard.press(keys.join("+")),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}

/** Special keys as both W3C protocols (WebDriver and WebDriver BiDi) encode them. */
const specialKeyCodes: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  ArrowUp: "\uE013",
  ArrowDown: "\uE015",
};

/** The actions of a click, in the format of both W3C protocols. */
export function clickActions(x: number, y: number) {
  const button = { button: 0 };
  const actions = [
    { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
    { type: "pointerDown", ...button },
    { type: "pointerUp", ...button },
  ];
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }];
}

/** The actions of a key combination: keys go down in order and up in reverse order. */
export function keyActions(keys: readonly string[]) {
  const values = keys.map((key) => specialKeyCodes[key] ?? key);
  const down = values.map((value) => ({ type: "keyDown", value }));
  const up = values.toReversed().map((value) => ({ type: "keyUp", value }));
  return [{ type: "key", id: "keyboard", actions: [...down, ...up] }];
}

/** Maximum start-up time of a program, in milliseconds. */
export const startTimeout = 60_000;

/** A child process that runs until it is ended, or until the tests end. */
export interface ChildProgram {
  /**
   * Waits until a line of standard output or standard error matches.
   * @throws Error with the output so far if the process ends first or prints no such line within a minute.
   */
  waitForLine(line: RegExp): Promise<RegExpExecArray>;
  /** Ends the process and waits for its end. */
  end(): Promise<void>;
}

/** Starts a program as a child process. */
export function startProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProgram {
  const child = endTogether(spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] }));
  let text = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (part: Buffer) => (text += String(part)));
  let failure: string | null = null;
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => resolve(void (failure = `could not be started: ${error.message}`)));
    child.once("close", () => resolve(void (failure ??= "has ended")));
  });
  return {
    async waitForLine(line) {
      const deadline = Date.now() + startTimeout;
      for (;;) {
        const match = line.exec(text);
        if (match !== null) return match;
        if (failure === null && Date.now() > deadline) failure = "has not begun within a minute";
        if (failure !== null) throw new Error(`${program} ${failure}. It said: ${text.trim().slice(-1000)}`);
        await Promise.race([ended, wait(20)]);
      }
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}
