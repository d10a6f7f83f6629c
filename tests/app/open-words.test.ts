/** Parameters that a lesson's lock leaves unlocked can be changed even if the sentence omits them. */
import { expect, test } from "vitest";
import { openWords } from "../../src/app/pages/lesson/OpenWords.tsx";
import { readLink } from "../../src/links/index.ts";

test("a number at its usual value stands below the sentence, and no other", async () => {
  const mesh = await readLink("#v=2&topology=mesh:sizes8x8&traffic=uniform&load=.45");
  const path = ["flowControl", "virtualChannels"];
  expect(openWords("all-but,load", mesh)).toEqual([]);
  expect(openWords("all-but,load,virtualChannels", mesh)).toEqual([path]);
  const two = await readLink("#v=2&topology=mesh:sizes8x8&traffic=uniform&load=.45&virtualChannels=2");
  expect(openWords("all-but,virtualChannels", two)).toEqual([]);
  expect(openWords(null, mesh)).toEqual([]);
  expect(openWords("topology", mesh)).toEqual([]);
});
