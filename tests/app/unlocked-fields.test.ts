/** Parameters that a lesson's lock leaves unlocked can be changed even if the sentence omits them. */
import { expect, test } from "vitest";
import { unlockedPaths } from "../../src/app/pages/lesson/UnlockedFields.tsx";
import { readDocumentLink } from "../../src/links/index.ts";

test("a number at its default is below the sentence, and no other", async () => {
  const mesh = await readDocumentLink("#v=2&topology=mesh:sizes8x8&traffic=uniform&load=.45");
  const path = ["flowControl", "virtualChannels"];
  expect(unlockedPaths("all-but,load", mesh)).toEqual([]);
  expect(unlockedPaths("all-but,load,virtualChannels", mesh)).toEqual([path]);
  const two = await readDocumentLink("#v=2&topology=mesh:sizes8x8&traffic=uniform&load=.45&virtualChannels=2");
  expect(unlockedPaths("all-but,virtualChannels", two)).toEqual([]);
  expect(unlockedPaths(null, mesh)).toEqual([]);
  expect(unlockedPaths("topology", mesh)).toEqual([]);
});
