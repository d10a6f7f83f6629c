import { expect, test } from "vitest";
import { addressBeside } from "../../src/app/beside.ts";

test("a document beside the page is looked for below the page's own folder", () => {
  expect(addressBeside("scenarios/hot-spot.json", "https://a.edu/net/#src=x")).toBe("https://a.edu/net/scenarios/hot-spot.json");
  expect(addressBeside("week3.json", "https://a.edu/net/index.html?q=/b#x")).toBe("https://a.edu/net/week3.json");
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
  expect(() => addressBeside(path, "https://a.edu/net/")).toThrow(/no path to a \.json file/);
});
