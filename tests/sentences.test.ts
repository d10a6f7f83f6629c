/** Tests of `npm run sentences`, and of the words of all comments and sentences. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { commentsOf, modulesIn, sentencesOf } from "../src/tools/sentences.mjs";

test("the sentences of a module are its texts of three words or more, with values as code", () => {
  const code = `import { a } from "not a sentence";
const id = "two words";
export const say = (load: number) => \`Offered load \${load * 2} of all.\`;
export const Card = () => (
  <p className="no sentence at all" title="Shown as a tooltip">
    The channel <b>{name}</b> is busy {"most of the time"}.
    <span>{isFull ? "It is full now." : null}</span>
  </p>
);
`;
  expect(sentencesOf("card.tsx", code)).toEqual([
    { line: 3, text: "Offered load {load * 2} of all." },
    { line: 5, text: 'The channel {name} is busy most of the time. {isFull ? "It is full now." : null}' },
    { line: 5, text: "Shown as a tooltip" },
    { line: 6, text: "most of the time" },
    { line: 7, text: "It is full now." },
  ]);
});

test("the comments of a module are one line each", () => {
  expect(commentsOf("a.ts", "/**\n * Two lines\n * of text.\n */\nlet a = 1; // the first\n")).toEqual([
    { line: 1, text: "* Two lines of text." },
    { line: 5, text: "the first" },
  ]);
});

/** Words of the language that the code once had; see CONTRIBUTING. */
const privateWords = /\b(nobody|who(m)?ever|whither|hither|thither|comes? out|held up|reckon(s|ed)?|goes round|so many)\b/i;

test("comments do without private words", () => {
  const found = ["src", "tests"].flatMap((folder) =>
    modulesIn(resolve(folder)).flatMap((file) =>
      commentsOf(file, readFileSync(file, "utf8"))
        .filter(({ text }) => privateWords.test(text))
        .map(({ line, text }) => `${relative(resolve("."), file)}:${line} ${text}`),
    ),
  );
  expect(found).toEqual([]);
});

test("sentences do without private words", () => {
  const found = modulesIn(resolve("src")).flatMap((file) =>
    sentencesOf(file, readFileSync(file, "utf8"))
      .filter(({ text }) => privateWords.test(text.replace(/\{[^{}]*\}/g, "")))
      .map(({ line, text }) => `${relative(resolve("."), file)}:${line} ${text}`),
  );
  expect(found).toEqual([]);
});

test("every file of accepted sentences belongs to a test", () => {
  const files = readdirSync("tests/wording", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".txt"));
  const tests = files.map((file) => `tests/${file.slice(0, -".txt".length)}.test.ts`);
  expect(tests.filter((file) => !existsSync(file) && !existsSync(`${file}x`))).toEqual([]);
});
