/**
 * The same user journeys in every browser, with the same results. Firefox and WebKit do a short version of what other tests do in Chromium.
 * A browser that is not installed is skipped.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digestOf } from "../../src/core/measures/digest.ts";
import { run } from "../../src/core/run/run.ts";
import { claimedRuns } from "../../src/core/scenario/document.ts";
import { engineVersion } from "../../src/core/run/version.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { serve } from "../../src/tools/serve.mjs";
import { type DrivenBrowser, driveChromium, evaluateFunction } from "./driven-browser.ts";
import { driveFirefox, firefoxMissingReason } from "./firefox.ts";
import { thoroughTest } from "../effort.ts";
import { shortRun, buildFolder, multiplicationLink } from "./harness.ts";
import { driveWebKit, webKitMissingReason } from "./webkit.ts";

const browsers = [
  { name: "Chromium", missing: null, begin: driveChromium },
  { name: "Firefox", missing: firefoxMissingReason, begin: driveFirefox },
  { name: "WebKit", missing: webKitMissingReason, begin: driveWebKit },
];

/** Every simulation engine, and everything that depends on floating-point functions: logarithms, powers, random draws. */
const scenarios = [
  `#v=2&topology=torus:sizes4x4&traffic=uniform&load=.3&sweep=flowControl:virtual-cut-through;store-and-forward;wormhole;circuit;fluid&seeds=2&${shortRun}`,
  `#v=2&topology=dragonfly&traffic=uniform&load=.2&sweep=routing:ugal;valiant;local-global-local&${shortRun}`,
  "#v=2&topology=k-ary-n-tree:k4,n2&workload=waterfall:ranks16&sweep=workload:waterfall;butterfly-exchange;mesh-exchange;wavefront;all-to-all;broadcast;binary-tree,message:1kB",
  "#v=2&topology=k-ary-n-tree:k4,n2&workload=io:servers1,ranks15,process~uniform&mapping=consecutive:first1&serverMapping=consecutive&size=exponential:mean4kB",
  "#v=2&topology=three-quads&technology=gigabit-ethernet&flowControl=fluid&workload=matrix-transpose:rows256&mapping=quadrants",
  multiplicationLink,
];

/** Digest of each scenario's results in Node, computed once for all browsers. */
const digests = new Map<string, string>();
async function digestInNode(link: string): Promise<string> {
  const digest = digests.get(link) ?? digestOf(claimedRuns(await readDocumentLink(link)).map(run));
  digests.set(link, digest);
  return digest;
}

/** Evaluated in the page: keys of the marks on the stage. */
const stageMarkKeys = () =>
  [...document.querySelectorAll("[data-view=stage] g.marks > *")].map(
    (mark) => (mark as unknown as { __data__: { key: string } }).__data__.key,
  );

/** Evaluated in the page: center of a drawn switch, in CSS pixels. All switches share one path, with one subpath each. */
function centerOfSwitch(index: number): readonly [x: number, y: number] {
  const paths = [...document.querySelectorAll<SVGPathElement>("[data-view=stage] g.marks > path")];
  const boxes = paths.find((path) => (path as unknown as { __data__: { key: string } }).__data__.key === "boxes")!;
  const subpath = boxes.cloneNode() as SVGPathElement;
  subpath.setAttribute("d", boxes.getAttribute("d")!.split(/(?=M)/)[index]);
  boxes.after(subpath);
  const { x, y, width, height } = subpath.getBoundingClientRect();
  subpath.remove();
  return [x + width / 2, y + height / 2];
}

/** A copy of the built page with a script that records errors, before all other scripts. */
const watchedFolder = mkdtempSync(join(tmpdir(), "fabricscope-watched-"));
const policyTag = 'http-equiv="Content-Security-Policy"';

beforeAll(() => {
  cpSync(buildFolder, watchedFolder, { recursive: true });
  cpSync("tests/browser/watch.js", join(watchedFolder, "watch.js"));
  const html = readFileSync(join(watchedFolder, "index.html"), "utf8");
  const end = html.indexOf("/>", html.indexOf(policyTag)) + 2;
  writeFileSync(join(watchedFolder, "index.html"), `${html.slice(0, end)}<script src="./watch.js"></script>${html.slice(end)}`);
});
afterAll(() => rmSync(watchedFolder, { recursive: true, force: true }));

test("no style is in the page that WebKit cannot bear", () => {
  const names = readdirSync(join(buildFolder, "assets")).filter((name) => name.endsWith(".css"));
  const text = names.map((name) => readFileSync(join(buildFolder, "assets", name), "utf8")).join("\n");
  expect(text).toContain("text-decoration-color:var(");
  // WebKit supports only the line in the `text-decoration` shorthand, and drops the whole declaration if a variable hides its other parts.
  expect(text.match(/text-decoration:[^;}]*var\([^;}]*/g)).toBeNull();
  // WebKit crashes on bold text with `text-wrap: pretty` at some widths.
  expect(text.match(/[^}]*text-wrap(-style)?:pretty/g)).toBeNull();
});

describe.each(browsers.map((each) => [each.name, each] as const))("%s", (name, { missing, begin }) => {
  let driven: DrivenBrowser;
  beforeAll(async () => {
    if (missing === null) driven = await begin();
  });
  afterAll(() => driven?.close());

  /** A journey on a separate origin, so that it shares no storage with others. It must end without recorded errors. */
  const journeyBy =
    (run: typeof test | typeof thoroughTest) => (title: string, act: (host: Awaited<ReturnType<typeof serve>>) => Promise<void>) =>
      run(title, async ({ skip }) => {
        if (missing !== null) return skip(missing);
        const host = await serve(watchedFolder, { path: "/some/where/" });
        try {
          await act(host);
          expect(
            await evaluateFunction(driven, () => JSON.parse((sessionStorage["faults"] as string | undefined) ?? "[]") as unknown),
          ).toEqual([]);
        } finally {
          await host.close();
        }
      });
  const journey = journeyBy(test);
  /** Journeys that other tests make in Chromium. Except in thorough tests, only the other browsers make them here. */
  const journeyElsewhere = name === "Chromium" ? journeyBy(thoroughTest) : journey;

  /** Text of the first element that matches the selector; empty if there is none. */
  const textOf = (selector: string) =>
    evaluateFunction(driven, (which) => document.querySelector<HTMLElement>(which)?.innerText ?? "", selector);
  const isThere = (selector: string) =>
    expect.poll(() => evaluateFunction(driven, (which) => document.querySelector(which) !== null, selector)).toBe(true);
  const hash = () => evaluateFunction(driven, () => location.hash);

  /** The answer for the current scenario, once it is available. */
  const answered = async () => {
    const selector = ".finding .answer > p:not([data-stale]) b.said";
    await isThere(selector);
    return textOf(selector);
  };

  /** Clicks the first visible element that matches selector and name, once it no longer moves. */
  const click = async (selector: string, name: RegExp) => {
    /** Center of the first visible match in CSS pixels; null if there is none. */
    const middle = () =>
      evaluateFunction(
        driven,
        (which, pattern) => {
          const named = new RegExp(pattern);
          const all = [...document.querySelectorAll<HTMLElement>(which)];
          const found = all.find((each) => named.test(each.getAttribute("aria-label") ?? each.innerText) && each.checkVisibility());
          if (found === undefined) return null;
          found.scrollIntoView({ block: "nearest" });
          const { x, y, width, height } = found.getBoundingClientRect();
          return [x + width / 2, y + height / 2] as const;
        },
        selector,
        name.source,
      );
    let last = "";
    await expect
      .poll(async () => {
        const before = last;
        last = JSON.stringify(await middle());
        return last !== "null" && last === before;
      })
      .toBe(true);
    const [x, y] = JSON.parse(last) as readonly [number, number];
    await driven.clickAt(x, y);
  };

  journeyElsewhere("a first visit is answered, is drawn, and fits a phone", async ({ address }) => {
    await driven.resize(1440, 900);
    await driven.open(address);
    await answered();
    expect(await textOf(".figure-words")).toMatch(/^0\.37\s+of 0\.45 delivered$/);
    // Links are underlined.
    await isThere(".bar .invitation a");
    const line = () => getComputedStyle(document.querySelector(".bar .invitation a")!).textDecorationLine;
    expect(await evaluateFunction(driven, line)).toBe("underline");
    await driven.resize(390, 844);
    await expect.poll(() => evaluateFunction(driven, () => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await driven.resize(1440, 900);
  });

  journeyElsewhere("a setting is changed in the sentence, by key and by menu; the link leads to the same numbers", async ({ address }) => {
    await driven.open(`${address}#v=2&topology=mesh:sizes4x4&traffic=uniform&load=.4&${shortRun}`);
    const first = await answered();
    await evaluateFunction(driven, () => document.querySelector<HTMLElement>("h1 [data-path='flowControl.queue']")!.focus());
    await driven.press("ArrowUp");
    await expect.poll(hash).toContain("queue=5");
    await click("h1 button", /^Traffic pattern/);
    await click("dialog[open] button, [role=dialog] button, [role=option]", /^Complement/);
    await expect.poll(hash).toContain("traffic=complement");
    await expect.poll(answered).not.toBe(first);
    const answer = await answered();
    await click(".bar button", /^Share/);
    await click("[role=menuitem]", /^Copy link/);
    const copied = () => evaluateFunction(driven, () => (sessionStorage["copied"] as string | undefined) ?? "");
    await expect.poll(copied).toContain("&digest=");
    const link = await copied();
    await driven.open("about:blank");
    await driven.open(link);
    expect(await answered()).toBe(answer);
    await expect.poll(() => textOf(".claim-line")).toContain("Reproduced");
  });

  journeyElsewhere("a paper's exhibit opens as it was recorded", async ({ address }) => {
    await driven.open(`${address}#paper=trees-table-4a`);
    await expect.poll(() => textOf("main")).toContain("Recorded, engine");
    await isThere("main svg path");
  });

  journeyElsewhere("a cluster's fabric is opened from the gallery, looked at, used, and taken back", async ({ address }) => {
    await driven.open(`${address}#v=2&topology=torus:sizes4x4&traffic=uniform&load=.3&${shortRun}`);
    await answered();
    const before = await textOf(".say");
    await click(".bar button", /^Gallery/);
    await click("dialog[open] button", /^\s*A cluster's fabric/);
    await expect.poll(() => textOf("dialog.file-preview")).toMatch(/12\s+switches, 128\s+hosts, 191\s+links/);
    // The irregularities of the fabric have the same numbers in the text and in the drawing.
    const numbers = (selector: string) =>
      evaluateFunction(driven, (which) => [...document.querySelectorAll(which)].map(({ textContent }) => textContent), selector);
    expect(await numbers("dialog.file-preview .file-preview-number")).toEqual(["1", "2", "3"]);
    await expect.poll(() => numbers("dialog.file-preview svg .marks text")).toEqual(expect.arrayContaining(["1", "2", "3", "spine 4"]));
    expect(await textOf(".say")).toBe(before);
    await click("dialog.file-preview button", /^Use it/);
    await expect.poll(() => textOf(".say")).toMatch(/12\s+switches and 128\s+terminals/);
    await answered();
    await click(".bar button", /^Undo/);
    await expect.poll(() => textOf(".say")).toBe(before);
  });

  journeyElsewhere("keys list themselves, and find a switch", async ({ address }) => {
    await driven.open(`${address}#v=2&topology=torus:sizes4x4&traffic=uniform&load=.3&${shortRun}`);
    await answered();
    await driven.press("?");
    await expect.poll(() => textOf("dialog[open]")).toContain("Keys");
    await driven.press("Escape");
    await expect.poll(() => textOf("dialog[open]")).toBe("");
    await driven.press("/");
    await isThere("dialog[open] input");
    for (const key of "switch (1, 2)") await driven.press(key);
    await isThere("dialog[open] [role=menuitem]");
    await driven.press("Enter");
    await expect.poll(() => textOf(".cards")).toContain("(1, 2)");
  });

  journeyElsewhere("a click on the drawing picks a switch", async ({ address }) => {
    await driven.open(`${address}#v=2&topology=torus:sizes4x4&traffic=uniform&load=.3&${shortRun}`);
    await answered();
    await expect.poll(() => evaluateFunction(driven, stageMarkKeys)).toContain("boxes");
    expect(await evaluateFunction(driven, stageMarkKeys)).not.toContain("highlighted");
    // The stage moves when sentences appear above it, so the click may have to be repeated.
    await expect
      .poll(async () => {
        const [x, y] = await evaluateFunction(driven, centerOfSwitch, 5);
        await driven.clickAt(x, y);
        return evaluateFunction(driven, stageMarkKeys);
      })
      .toContain("highlighted");
    await expect.poll(() => textOf(".cards")).toContain("(1, 1)");
  });

  journey("the page opens again when its host is gone", async (host) => {
    await driven.open(`${host.address}#v=2&topology=mesh:sizes4x4&traffic=uniform&load=.4&${shortRun}`);
    const answer = await answered();
    const shellState = async () => {
      const { installing, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
      const names = (await caches.keys()).filter((name) => name.includes(" shell "));
      const lists = await Promise.all(names.map((name) => caches.open(name).then((cache) => cache.match("./files.json"))));
      const isWhole = lists.some((list) => list !== undefined);
      return { isWhole, installing: installing?.state, active: active?.state, controller: navigator.serviceWorker.controller?.state };
    };
    await expect.poll(() => evaluateFunction(driven, shellState)).toEqual({ isWhole: true, active: "activated", controller: "activated" });
    await host.close();
    await evaluateFunction(driven, () => void setTimeout(() => location.reload()));
    await expect.poll(answered).toBe(answer);
  });

  journey("what is computed has the fingerprints that it has without a browser", async ({ address }) => {
    await driven.open(`${address}#v=2&${shortRun}`);
    await answered();
    for (const link of scenarios) {
      const digest = await digestInNode(link);
      await evaluateFunction(
        driven,
        (fragment) => void (location.hash = fragment),
        `${link}&embed=1&engine=${engineVersion}&digest=${digest}`,
      );
      await expect.poll(() => textOf(".claim-line"), { message: link }).toMatch(new RegExp(`(Reproduced|Differs): .*${digest}`));
      expect(await textOf(".claim-line"), link).toContain("Reproduced");
    }
  });
});
