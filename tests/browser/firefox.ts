/** Drives a regular Firefox over WebDriver BiDi, which it supports without a driver. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { click, type Driven, isStill, start, strokes } from "./driven.ts";
import { installed } from "./installed.ts";

const program = installed("firefox-esr", "firefox");

/** Why Firefox cannot be tested; null if it is installed. */
export const missingFirefox = program === null ? "Firefox is not installed (on Debian: apt install firefox-esr)" : null;

/** Starts Firefox with an empty profile. */
export async function drivenFirefox(): Promise<Driven> {
  if (program === null) throw new Error(missingFirefox!);
  const profile = mkdtempSync(join(tmpdir(), "fabricscope-firefox-"));
  if (isStill) writeFileSync(join(profile, "user.js"), 'user_pref("ui.prefersReducedMotion", 1);\n');
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const browser = start(program, args);
  const [, address] = await browser.says(/WebDriver BiDi listening on (ws:\S+)/);
  const { send, hangUp } = await line(`${address}/session`);
  await send("session.new", { capabilities: {} });
  const { contexts } = await send<{ contexts: readonly { context: string }[] }>("browsingContext.getTree", {});
  const [{ context }] = contexts;
  const driven: Driven = {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send<Evaluated>("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result!.value;
    },
    clickAt: async (x, y) => void (await send("input.performActions", { context, actions: click(x, y) })),
    press: async (...keys) => void (await send("input.performActions", { context, actions: strokes(keys) })),
    resize: async (width, height) => void (await send("browsingContext.setViewport", { context, viewport: { width, height } })),
    picture: async () => Buffer.from((await send<{ data: string }>("browsingContext.captureScreenshot", { context })).data, "base64"),
    close: async () => {
      hangUp();
      await browser.end();
      // Helper processes may write to the profile for a moment longer.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  await driven.resize(1440, 900);
  return driven;
}

/** Result of a script: a value or an exception. */
interface Evaluated {
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Response to a command: its result, or an error. Events have no id. */
interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Opens a connection to a browser and matches each command with its response. */
async function line(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.on("message", (data: Buffer) => {
    const answer = JSON.parse(data.toString("utf8")) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  socket.on("close", () => waiting.forEach((tell) => tell({ error: "the browser has hung up" })));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return {
    async send<T>(method: string, params: object): Promise<T> {
      const id = ++last;
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      });
      waiting.delete(id);
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error}. ${answer.message ?? ""}`);
      return answer.result as T;
    },
    hangUp: () => socket.close(),
  };
}
