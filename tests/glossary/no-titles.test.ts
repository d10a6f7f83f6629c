/** What a pointer alone can reach is out of reach of keys and fingers: no element of the page has a `title`. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Tags of elements, with all their attributes; components of the page begin with a capital. */
const tags = /<([a-z][\w-]*)((?:"[^"]*"|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^<>"{}]|=>)*)>/g;

test("no element has a title", () => {
  const folders = ["src/app/", "src/views/"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .map((file) => folder + file),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(tags)]
      .filter(([, , attributes]) => /\stitle=/.test(attributes))
      .map(([, tag]) => `${file}: <${tag}>`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("the law sees a title", () => {
  const text = '<button type="button" onClick={() => { act({ a: 1 }); }} title={`a ${b}`}>x</button>';
  expect([...text.matchAll(tags)].some(([, , attributes]) => /\stitle=/.test(attributes))).toBe(true);
});
