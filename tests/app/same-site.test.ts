/** Reading documents from the page's own site: allowed paths, size limits and timeouts. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkSitePath, fetchSiteText } from "../../src/app/opening/same-site.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { openFragment } from "../../src/app/opening/open-fragment.ts";
import { writeDocument } from "../../src/core/scenario/document.ts";
import { readFragment } from "../../src/links/fragment.ts";
import { maxDocumentLength, readDocumentText } from "../../src/links/text.ts";

test.each(["scenarios/hot-spot.json", "week3.json"])("a path below the page's own folder may be asked for: %s", (path) => {
  expect(() => checkSitePath(path)).not.toThrow();
});

test.each([
  "",
  "/etc/passwd.json",
  "//evil.org/a.json",
  "https://evil.org/a.json",
  "../up.json",
  "a/../../up.json",
  "a/..json/x.json",
  "a//b.json",
  "a\\b.json",
  "a%2f..%2fb.json",
  "a.json?x=1",
  "a.json#x",
  "a.txt",
  ".hidden.json",
  "data:application/json,{}",
  `${"a".repeat(300)}.json`,
])("a path that could lead elsewhere is refused: %s", (path) => {
  expect(() => checkSitePath(path)).toThrow(/not a path to a \.json file/);
});

const readFromSite = async (path: string, abort?: AbortController) => readDocumentText(await fetchSiteText(path, abort));

describe("a server", () => {
  /** The chunks that the server sends, whether the response then ends, and whether the server answers. */
  let sent: readonly string[];
  let ends = false;
  let answers = true;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("fetch", (_address: string, { signal }: { readonly signal: AbortSignal }) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const stopped = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
      const body = new ReadableStream<Uint8Array>({
        async start(stream) {
          for (const piece of sent) stream.enqueue(new TextEncoder().encode(piece));
          if (ends) stream.close();
          else await stopped.catch((reason: unknown) => stream.error(reason));
        },
      });
      return answers ? Promise.race([stopped, Promise.resolve(new Response(body))]) : stopped;
    });
    [sent, ends, answers] = [['{"seed":', "7}"], true, true];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("that sends a document piece by piece is read", async () => {
    expect(writeDocument(await readFromSite("a.json"))).toMatchObject({ seed: 7 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ["never answers", false],
    ["never ends", true],
  ])("that %s is given up in time, with what to do", async (_, isAnswering) => {
    [ends, answers] = [false, isAnswering];
    const read = expect(readFromSite("a.json")).rejects.toThrow("src: a.json did not arrive within 10 s. Reload the page to try again");
    await vi.advanceTimersByTimeAsync(10_000);
    await read;
  });

  test("that sends more than the maximum size of a document is cancelled immediately, not at the end", async () => {
    [sent, ends] = [[" ".repeat(maxDocumentLength), " "], false];
    await expect(readFromSite("a.json")).rejects.toThrow(`a.json is longer than ${maxDocumentLength} bytes`);
  });

  test("that is slow does not open its document over a link that was opened since", async () => {
    ends = false;
    const store = createWorkbench();
    const first = openFragment(store, readFragment("src=a.json"));
    expect(await openFragment(store, readFragment("seed=9"))).toBe("document");
    expect(await first).toBe("overtaken");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(store.getState()).toMatchObject({ document: { current: { seed: 9 } }, session: { notice: null } });
  });
});
