/** Drives a regular Firefox over WebDriver BiDi, which it supports without a driver. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { clickActions, type DrivenBrowser, isMotionReduced, startProgram, keyActions } from "./driven-browser.ts";
import { findInstalled } from "./installed.ts";

const program = findInstalled("firefox-esr", "firefox");

/** Why Firefox cannot be tested; null if it is installed. */
export const firefoxMissingReason = program === null ? "Firefox is not installed (on Debian: apt install firefox-esr)" : null;

/** Starts Firefox with an empty profile. */
export async function driveFirefox(): Promise<DrivenBrowser> {
  if (program === null) throw new Error(firefoxMissingReason!);
  const profile = mkdtempSync(join(tmpdir(), "fabricscope-firefox-"));
  if (isMotionReduced) writeFileSync(join(profile, "user.js"), 'user_pref("ui.prefersReducedMotion", 1);\n');
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const browser = startProgram(program, args);
  const [, address] = await browser.waitForLine(/WebDriver BiDi listening on (ws:\S+)/);
  const { send, close } = await connect(`${address}/session`);
  await send("session.new", { capabilities: {} });
  const { contexts } = await send<{ contexts: readonly { context: string }[] }>("browsingContext.getTree", {});
  const [{ context }] = contexts;
  const driven: DrivenBrowser = {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send<ScriptResult>("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result!.value;
    },
    clickAt: async (x, y) => void (await send("input.performActions", { context, actions: clickActions(x, y) })),
    press: async (...keys) => void (await send("input.performActions", { context, actions: keyActions(keys) })),
    resize: async (width, height) => void (await send("browsingContext.setViewport", { context, viewport: { width, height } })),
    screenshot: async () => Buffer.from((await send<{ data: string }>("browsingContext.captureScreenshot", { context })).data, "base64"),
    close: async () => {
      close();
      await browser.end();
      // Helper processes may write to the profile for a moment longer.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  await driven.resize(1440, 900);
  return driven;
}

/** Result of a script: a value or an exception. */
interface ScriptResult {
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Response to a command: its result, or an error. Events have no id. */
interface BidiResponse {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Opens a connection to a browser and matches each command with its response. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const pending = new Map<number, (answer: BidiResponse) => void>();
  let lastId = 0;
  socket.on("message", (data: Buffer) => {
    const answer = JSON.parse(data.toString("utf8")) as BidiResponse;
    if (answer.id !== undefined) pending.get(answer.id)?.(answer);
  });
  socket.on("close", () => pending.forEach((respond) => respond({ error: "the browser has hung up" })));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return {
    async send<T>(method: string, params: object): Promise<T> {
      const id = ++lastId;
      const answer = await new Promise<BidiResponse>((resolve) => {
        pending.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      });
      pending.delete(id);
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error}. ${answer.message ?? ""}`);
      return answer.result as T;
    },
    close: () => socket.close(),
  };
}
