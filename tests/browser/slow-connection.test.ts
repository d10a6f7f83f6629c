/** The page on a slow connection without any cache: time to the first text, and bytes until the first run. */
import type { Request } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { serve } from "../../src/tools/serve.mjs";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, browserTests, buildFolder, machineSlowness } from "./harness.ts";

const { visit } = browserTests({ isAlone: true });
let host: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (host = await serve(buildFolder, { path: "/page/", isPublic: true })));
afterAll(() => host?.close());

/** 400 kbit/s, with the latency of such connections. */
const slowConnection = { offline: false, latency: 150, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

thoroughTest("first words stand within 2 s at 400 kbit/s, and the first run needs less than 250 KB", async () => {
  // The speed of the machine is measured on a page that loads no other files.
  const { page } = await visit("404.html", {}, host.address);
  const slow = await machineSlowness(page);
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowConnection);
  await page.goto(host.address, { waitUntil: "commit" });
  const painted = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").at(0)?.startTime ?? null);
  await expect.poll(painted).not.toBeNull();
  expect(await painted()).toBeLessThan(2000 * slow);
  expect(await page.getByRole("main").innerText()).toContain("Assemble the network of a parallel computer");
  await waitForAnswer(page);
  const sizes = await Promise.all(requests.filter((request) => !/favicon/.test(request.url())).map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  expect(sizes.length).toBeGreaterThan(4);
  // The code of the core is transferred only once for page and workers.
  expect(bytes).toBeGreaterThan(150_000);
  expect(bytes).toBeLessThan(250_000);
});
