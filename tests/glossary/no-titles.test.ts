/** Tests that no element of the page has a `title` attribute, because keyboard and touch users cannot reach it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Matches HTML tags with all their attributes. Components are excluded: their names begin with a capital letter. */
const tagPattern = /<([a-z][\w-]*)((?:"[^"]*"|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^<>"{}]|=>)*)>/g;

test("no element has a title", () => {
  const folders = ["src/app/", "src/views/"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => folder + file),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(tagPattern)]
      .filter(([, , attributes]) => /\stitle=/.test(attributes))
      .map(([, tag]) => `${file}: <${tag}>`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("the law sees a title", () => {
  const text = '<button type="button" onClick={() => { act({ a: 1 }); }} title={`a ${b}`}>x</button>';
  expect([...text.matchAll(tagPattern)].some(([, , attributes]) => /\stitle=/.test(attributes))).toBe(true);
});
