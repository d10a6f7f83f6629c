/** `npm test` on a machine without a browser. */
import { afterEach, expect, test, vi } from "vitest";
import { launchChromium } from "./browser/chromium.ts";
import { setup } from "./browser/setup.ts";

afterEach(() => vi.unstubAllEnvs());

test("one line says how to have a browser", async () => {
  vi.stubEnv("CHROME_PATH", "/no/such/browser");
  const { message } = (await launchChromium().catch((error: unknown) => error)) as Error;
  expect(message).toMatch(/^[^\n]*CHROME_PATH[^\n]*\/no\/such\/browser[^\n]*$/);
});

test("the tests in a browser can be listed all the same, to be named as skipped", async () => {
  vi.stubEnv("CHROME_PATH", "/no/such/browser");
  await expect(setup()).rejects.toThrow("/no/such/browser");
  vi.stubEnv("FABRICSCOPE_LISTING", "1");
  await setup();
});
