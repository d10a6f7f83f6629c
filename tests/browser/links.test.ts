/** Links and drafts in the browser: invalid links, and which of link and draft is opened. */
import { expect, test } from "vitest";
import { firstFew } from "../effort.ts";
import { waitForAnswer, browserTests, copyFromShareMenu, defaultLink } from "./harness.ts";

const { address, visit } = browserTests();

const invalidLinks = [
  ["#v=1&topolgy=torus", "topolgy: is not known here"],
  ["#z1=TcxBCoMw.abc", "the checksum is wrong"],
  ["#v=7", "the document has version 7; this page reads up to 2"],
  ["#topology=thin-tree:k32,k'32,n8", "at most 65,536 are simulated"],
  [`#load=${"1".repeat(70_000)}`, "at most 65536 are read"],
] as const;
test.each(firstFew(1, invalidLinks))("a bad link says why, and the page runs on (%#)", async (link, why) => {
  const { page } = await visit(link);
  const alert = page.getByRole("alert");
  await alert.waitFor();
  await expect.poll(() => alert.innerText()).toContain(why);
  await expect.poll(() => waitForAnswer(page)).toMatch(/delivers/);
  await alert.getByRole("button", { name: "Dismiss" }).click();
  expect(await alert.count()).toBe(0);
});

test("a bad link that is pasted into the address leaves the draft as it was", async () => {
  const { page } = await visit(defaultLink);
  await waitForAnswer(page);
  const queue = page.getByRole("spinbutton", { name: "Queue" });
  await queue.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => queue.getAttribute("aria-valuenow")).toBe("5");
  await page.goto(address("#v=1&seed=none"));
  const alert = page.getByRole("alert");
  await alert.waitFor();
  await expect.poll(() => alert.innerText()).toContain('seed: "none" cannot be used');
  await expect.poll(() => queue.getAttribute("aria-valuenow")).toBe("5");
  // A copied link also contains the digest of its results once they are available.
  expect((await copyFromShareMenu(page, "Copy link")).replace(/&engine=\w+&digest=\w+$/, "")).toBe(address("#v=2&queue=5"));
});

test("a draft outlives the visit; a link goes before it", async () => {
  const { page } = await visit(defaultLink);
  await waitForAnswer(page);
  const queue = page.getByRole("spinbutton", { name: "Queue" });
  await queue.focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForURL(address("#v=2&queue=5"));
  // Autosave has no visible sign, so wait for the saved draft itself.
  await expect.poll(() => page.evaluate(savedDraft)).toContain("5");
  await page.goto("about:blank");
  await page.goto(address());
  await expect.poll(() => queue.getAttribute("aria-valuenow")).toBe("5");
  await page.goto("about:blank");
  await page.goto(address("#v=1&queue=7"));
  await expect.poll(() => queue.getAttribute("aria-valuenow")).toBe("7");
});

/** Evaluated in the page: everything in the browser's store of drafts, as text. */
async function savedDraft(): Promise<string> {
  const databases = await indexedDB.databases();
  const texts = databases.map(
    ({ name }) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open(name as string);
        opening.onsuccess = () => {
          const database = opening.result;
          const [store] = database.objectStoreNames;
          if (store === undefined) return resolve("");
          const all = database.transaction(store).objectStore(store).getAll();
          all.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
  return (await Promise.all(texts)).join();
}
