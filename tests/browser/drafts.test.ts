/** No draft is lost: not with slow storage, when a page is left immediately, with another tab, or with another version of the page. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cases, firstFew, thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests } from "./harness.ts";

const { address, visit } = browserTests();

const queueField = (page: Page) => page.getByRole("spinbutton", { name: "Queue" });
const titleText = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** Opens a document with this title and edits it, so that it becomes a draft: its queue goes from 4 to 5 packets. */
async function createDraft(page: Page, text: string): Promise<void> {
  await openAddress(page, `#v=1&${shortRun}&topology=torus:sizes4x4&traffic=uniform&load=.3&title=${text}`);
  await titleText(page, text).waitFor();
  await queueField(page).press("ArrowUp");
  await page.waitForURL(/queue=5/);
}

/** Opens an address in a fresh page load, as a returning reader does. */
async function openAddress(page: Page, fragment = ""): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address(fragment));
  await waitForAnswer(page);
}

/** Titles in the menu's group Recent, newest first. */
async function recentTitles(page: Page): Promise<readonly string[]> {
  await page.getByRole("button", { name: "Open and more" }).click();
  const items = page.getByRole("menu").getByRole("group", { name: "Recent" }).getByRole("menuitem");
  await expect.poll(() => items.count()).toBeGreaterThan(0);
  const labels = await items.locator("[slot=label]").allInnerTexts();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  return labels;
}

/** Queue sizes, in packets, of all drafts in the browser's storage. */
const storedQueues = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<readonly unknown[]>((resolve) => {
        const opening = indexedDB.open("keyval-store");
        opening.onsuccess = () => {
          const request = opening.result.transaction("keyval").objectStore("keyval").getAll();
          request.onsuccess = () => (opening.result.close(), resolve(request.result.map(({ document }) => document.flowControl.queue)));
        };
      }),
  );

/** Evaluated in the page: delays the opening of every IndexedDB database by this time. */
function delayOpening(milliseconds: number): void {
  const { open: openNow } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...openArguments) {
    const delayedRequest = {} as Record<string, unknown>;
    setTimeout(() => {
      const request = openNow.apply(this, openArguments);
      for (const name of ["onupgradeneeded", "onsuccess", "onerror"] as const) {
        request[name] = (event) => {
          delayedRequest["result"] = request.result;
          (delayedRequest[name] as ((event: Event) => void) | undefined)?.(event);
        };
      }
    }, milliseconds);
    return delayedRequest as unknown as IDBOpenDBRequest;
  };
}

thoroughTest("a draft that comes in late is shown; where something was done before, it is under Recent", async () => {
  const { page } = await visit("#paper=");
  await createDraft(page, "Mine");
  await page.addInitScript(delayOpening, 1500);
  await openAddress(page);
  await titleText(page, "Mine").waitFor();
  await page.goto("about:blank");
  await page.goto(address());
  await queueField(page).press("ArrowUp");
  await queueField(page).press("ArrowUp");
  await expect.poll(() => recentTitles(page)).toContain("Mine");
  expect(await queueField(page).getAttribute("aria-valuenow")).toBe("6");
});

test.each(firstFew(1, ["left", "closed"]))("the last step before a page is %s is kept", async (how) => {
  let { page } = await visit("#paper=");
  await createDraft(page, "Mine");
  for (let steps = 1; steps <= cases(2, 4); steps++) {
    await openAddress(page);
    await queueField(page).evaluate((word) => {
      word.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
    });
    if (how === "closed") {
      const next = await page.context().newPage();
      await page.close();
      page = next;
    }
    await openAddress(page);
    expect(await queueField(page).getAttribute("aria-valuenow")).toBe(String(5 + steps));
  }
});

test("each tab keeps its own draft over reloads, and has the others' under Recent", async () => {
  const { page: one } = await visit("#paper=");
  const two = await one.context().newPage();
  await createDraft(one, "One");
  await createDraft(two, "Two");
  for (const [i, page] of [one, two].entries()) {
    await queueField(page).press("ArrowUp");
    // The draft that is saved last is the newest.
    await expect.poll(async () => (await storedQueues(page)).filter((packets) => packets === 6)).toHaveLength(i + 1);
  }
  for (const [page, own, other] of [
    [one, "One", "Two"],
    [two, "Two", "One"],
    [one, "One", "Two"],
  ] as const) {
    await openAddress(page);
    await titleText(page, own).waitFor();
    expect(await queueField(page).getAttribute("aria-valuenow")).toBe("6");
    expect(await recentTitles(page)).toEqual([other]);
  }
  // A new tab begins with a copy of the newest draft, and its first edit creates a draft of its own. A page that has just loaded saves its
  // draft again when it is shown, so tab two needs an edit to be the newest.
  await queueField(two).press("ArrowUp");
  await two.waitForURL(/queue=7/);
  await two.close();
  const three = await one.context().newPage();
  await openAddress(three);
  await titleText(three, "Two").waitFor();
  await queueField(three).press("ArrowUp");
  await three.waitForURL(/queue=8/);
  expect(await recentTitles(three)).toEqual(["Two", "One"]);
});

thoroughTest("a duplicated tab goes on with a copy, and leaves the draft of the first alone", async () => {
  const { page } = await visit("#paper=");
  await createDraft(page, "Mine");
  await openAddress(page);
  // A window that is opened from a page gets a copy of its session storage, as a duplicated tab does.
  const [copy] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => void window.open(location.pathname))]);
  await titleText(copy, "Mine").waitFor();
  await queueField(copy).press("ArrowUp");
  await copy.waitForURL(/queue=6/);
  await openAddress(page);
  expect(await queueField(page).getAttribute("aria-valuenow")).toBe("5");
  await openAddress(copy);
  expect(await queueField(copy).getAttribute("aria-valuenow")).toBe("6");
});

/** Evaluated in the page: delays every result of a read-only IndexedDB transaction by 600 ms. */
function delayReading(): void {
  const { set } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, "onsuccess")!;
  Object.defineProperty(IDBRequest.prototype, "onsuccess", {
    set(this: IDBRequest, listener: (event: Event) => void) {
      const isReading = this.transaction?.mode === "readonly";
      set!.call(this, (event: Event) => (isReading ? setTimeout(() => listener.call(this, event), 600) : listener.call(this, event)));
    },
  });
}

thoroughTest("drafts that several tabs replace in the same moment are all under Recent", async () => {
  const { page: first } = await visit("#paper=");
  await first.context().addInitScript(delayReading);
  const pages = [first, ...(await Promise.all([1, 2].map(() => first.context().newPage())))];
  for (const [i, page] of pages.entries()) await createDraft(page, `Draft${i}`);
  await Promise.all(pages.map((page, i) => page.evaluate((link) => void (location.hash = link), `v=1&${shortRun}&title=Other${i}`)));
  await Promise.all(pages.map((page, i) => titleText(page, `Other${i}`).waitFor()));
  expect([...(await recentTitles(first))].toSorted()).toEqual(pages.map((_, i) => `Draft${i}`));
});

/** Evaluated in the page: puts records into the store of drafts, by their keys. */
const putRecords = (records: Record<string, unknown>) =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open("keyval-store");
    opening.onupgradeneeded = () => opening.result.createObjectStore("keyval");
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("keyval", "readwrite");
      for (const [key, value] of Object.entries(records)) transaction.objectStore("keyval").put(value, key);
      transaction.oncomplete = () => (opening.result.close(), resolve());
    };
  });

const draftRecord = (text: string, time: number) => ({ document: { title: text, run: { warmUp: 200, window: 1000, drain: 400 } }, time });

thoroughTest("drafts of earlier editions are found, and no more are kept than sixteen", async () => {
  const { page } = await visit("#paper=");
  await page.evaluate(putRecords, {
    "fabricscope-draft": draftRecord("Last", 2000),
    "fabricscope-recent": [draftRecord("Before", 1000), null, { document: { nonsense: 1 }, time: "never" }, draftRecord("Earlier", 500)],
  });
  await openAddress(page);
  await titleText(page, "Last").waitFor();
  expect(await recentTitles(page)).toEqual(["Before", "Earlier"]);
  await queueField(page).press("ArrowUp");
  await page.waitForURL(/queue=5/);
  expect(await recentTitles(page)).toEqual(["Last", "Before", "Earlier"]);
  await page.evaluate(
    putRecords,
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`fabricscope-draft-${i}`, draftRecord(`No${i}`, 3000 + i)])),
  );
  await createDraft(page, "Mine");
  await expect.poll(async () => (await recentTitles(page)).length).toBe(15);
  expect(await recentTitles(page)).not.toContain("Earlier");
});

/** Ways in which a browser can fail to store anything, by name. */
const storageFailures: Readonly<Record<string, () => void>> = {
  "refuses its stores": () =>
    Object.defineProperty(window, "indexedDB", {
      get: () => {
        throw new DOMException("Access is denied.", "SecurityError");
      },
    }),
  "has none": () => Object.defineProperty(window, "indexedDB", { value: undefined }),
  "has full ones": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("Too much is kept.", "QuotaExceededError");
    };
  },
  "has some that never answer": () => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  },
};

thoroughTest.each(Object.entries(storageFailures))(
  "where the browser %s, the page works, and says once that no drafts are kept",
  async (_, breaks) => {
    const { page } = await visit("#paper=");
    await page.addInitScript(breaks);
    await page.addInitScript(() =>
      Object.defineProperty(window, "sessionStorage", {
        get: () => {
          throw new DOMException("Access is denied.", "SecurityError");
        },
      }),
    );
    await page.clock.install();
    await openAddress(page, `#v=1&${shortRun}`);
    const alert = page.getByRole("alert").filter({ hasText: "This browser does not save drafts." });
    expect(await alert.count()).toBe(0);
    await queueField(page).press("ArrowUp");
    // The page waits for a store that does not answer before it shows the message.
    for (const milliseconds of [500, 11_000]) await page.clock.fastForward(milliseconds);
    await alert.getByText("Before you leave this page, copy its link or save the scenario as a file").waitFor();
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await queueField(page).press("ArrowUp");
    await waitForAnswer(page);
    await page.waitForURL(/queue=6/);
    expect(await alert.count()).toBe(0);
  },
);

test("what is drawn and cannot run yet is there again after a reload, and the share menu says that the link has it not", async () => {
  const { page } = await visit("#v=1&topology=torus:sizes4x4&traffic=transpose");
  await waitForAnswer(page);
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.getByText("16 switches. Choose").waitFor();
  // The drawing takes keys only once it has the focus. Keys pressed earlier are lost.
  await page.waitForFunction(() => document.activeElement?.matches(".view-box") === true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Delete");
  const why = page.getByText("Matrix transpose needs a number of terminals that is a power of two; this network has 15.");
  await why.first().waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("The drawing cannot run yet; the link contains the last scenario that ran.").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(500);
  await page.reload();
  await why.first().waitFor();
  // Once the error is fixed, the drawing runs like any other network.
  await page.getByRole("button", { name: "Use uniform" }).first().click();
  await page.getByText("15 terminals, 15 switches").waitFor();
});
