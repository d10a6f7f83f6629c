/** Drives WebKit over the WebDriver protocol, on a virtual screen: its MiniBrowser has no headless mode. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { clickActions, type DrivenBrowser, isMotionReduced, startTimeout, startProgram, keyActions } from "./driven-browser.ts";
import { findInstalled } from "./installed.ts";

const program = findInstalled("WebKitWebDriver");
const screen = findInstalled("Xvfb");

/** Why WebKit cannot be tested; null if it is installed. */
export const webKitMissingReason =
  program === null
    ? "WebKitWebDriver is not installed (on Debian: apt install webkit2gtk-driver)"
    : screen === null
      ? "Xvfb, a screen for WebKit, is not installed (on Debian: apt install xvfb)"
      : null;

/** Starts WebKit without stored data. */
export async function driveWebKit(): Promise<DrivenBrowser> {
  if (program === null || screen === null) throw new Error(webKitMissingReason!);
  const virtualScreen = startProgram(screen, ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]);
  // Xvfb prints the number of the display it has chosen.
  const [, display] = await virtualScreen.waitForLine(/^(\d+)\n/m);
  const port = await freePort();
  // GTK reads from this file whether animations are enabled.
  const settingsFolder = mkdtempSync(join(tmpdir(), "fabricscope-webkit-"));
  mkdirSync(join(settingsFolder, "gtk-3.0"));
  writeFileSync(join(settingsFolder, "gtk-3.0", "settings.ini"), `[Settings]\ngtk-enable-animations=${isMotionReduced ? 0 : 1}\n`);
  const driver = startProgram(program, [`--port=${port}`], { DISPLAY: `:${display}`, XDG_CONFIG_HOME: settingsFolder });
  const root = `http://127.0.0.1:${port}`;
  await waitForDriver(`${root}/status`);
  const { sessionId } = await sendCommand<{ sessionId: string }>("POST", `${root}/session`, { capabilities: {} });
  const session = `${root}/session/${sessionId}`;
  const post = <T>(command: string, body: object) => sendCommand<T>("POST", `${session}/${command}`, body);
  await post("timeouts", { script: startTimeout, pageLoad: startTimeout });
  const setWindowSize = (width: number, height: number) => post("window/rect", { width, height });
  const driven: DrivenBrowser = {
    open: async (url) => void (await post("url", { url })),
    evaluate: async (expression) => {
      const script = `const done = arguments[0]; (async () => ${expression})().then((value) => done([value]), (fault) => done([null, String(fault)]));`;
      const [value, fault] = await post<readonly [string, string?]>("execute/async", { script, args: [] });
      if (fault !== undefined) throw new Error(fault);
      return value;
    },
    clickAt: async (x, y) => void (await post("actions", { actions: clickActions(x, y) })),
    press: async (...keys) => void (await post("actions", { actions: keyActions(keys) })),
    resize: async (width, height) => {
      await setWindowSize(width, height);
      // The window's title bar takes some of the height.
      const inner = JSON.parse(await driven.evaluate("JSON.stringify([innerWidth, innerHeight])")) as readonly [number, number];
      await setWindowSize(2 * width - inner[0], 2 * height - inner[1]);
    },
    screenshot: async () => Buffer.from(await sendCommand<string>("GET", `${session}/screenshot`), "base64"),
    close: async () => {
      // The session no longer exists if a page has crashed the browser.
      await sendCommand("DELETE", session).catch(() => undefined);
      await driver.end();
      await virtualScreen.end();
      rmSync(settingsFolder, { recursive: true, force: true });
    },
  };
  await driven.resize(1440, 900);
  return driven;
}

/**
 * Sends a WebDriver command and returns its value.
 * @throws Error with the driver's message if the command fails.
 */
async function sendCommand<T>(method: string, address: string, body?: object): Promise<T> {
  const response = await fetch(address, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${address.slice(address.lastIndexOf("/"))}: ${value.error}. ${value.message}`);
  return value;
}

/** Waits until the driver answers at this address; it does not announce that it is ready. */
async function waitForDriver(address: string): Promise<void> {
  const deadline = Date.now() + startTimeout;
  for (;;) {
    try {
      await fetch(address);
      return;
    } catch (fault) {
      if (Date.now() > deadline) throw fault;
      await wait(20);
    }
  }
}

/** A free port. The driver does not accept 0 for any port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
