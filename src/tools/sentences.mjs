/**
 * Lists the sentences of the page, of its help, its refusals and its command line, file by file, so that they can be read in one go:
 * `npm run sentences -- src/views/ranks src/findings`. Values in them are shown as the code that gives them, in braces.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync } from "vite";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Attributes of elements whose text nobody reads. */
const silentAttributes = new Set(["className", "d", "viewBox", "points", "transform", "style", "id", "htmlFor", "key"]);

/**
 * The sentences of a module: texts of three words or more.
 * @param {string} file its path, which says whether it has JSX
 * @param {string} code its text
 * @returns {readonly { readonly line: number, readonly text: string }[]} in the order in which they occur
 */
export function sentencesOf(file, code) {
  const found = [];
  const add = (node, text) => {
    const sentence = text.replace(/\s+/g, " ").trim();
    const words = sentence.replace(/\{[^{}]*\}/g, " ").match(/\p{L}{2,}/gu) ?? [];
    if (words.length >= 3 && sentence.includes(" ")) found.push({ start: node.start, text: sentence });
  };
  const source = (node) => `{${code.slice(node.start, node.end).replace(/\s+/g, " ")}}`;
  const templateText = ({ quasis, expressions }) =>
    quasis.map((quasi, i) => quasi.value.cooked + (i < expressions.length ? source(expressions[i]) : "")).join("");
  /** The text of an element with what stands in it, such as words in bold type. */
  const elementText = (node) => {
    if (node.type === "JSXText") return node.value;
    if (node.type === "JSXExpressionContainer") {
      const { expression } = node;
      if (expression.type === "Literal") return String(expression.value);
      if (expression.type === "TemplateLiteral") return templateText(expression);
      return expression.type === "JSXEmptyExpression" ? "" : source(expression);
    }
    return node.type === "JSXElement" || node.type === "JSXFragment" ? node.children.map(elementText).join("") : "";
  };
  const isText = (node) => node.type === "JSXText" && /\p{L}/u.test(node.value);
  const visit = (node, isPrinted) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isPrinted);
      return;
    }
    if (typeof node.type !== "string") return;
    if (/^(Import|ExportAll|TSLiteralType|TSTypeAnnotation)/.test(node.type)) return;
    if (node.type === "JSXAttribute" && silentAttributes.has(node.name.name)) return;
    let isInPrinted = isPrinted;
    if ((node.type === "JSXElement" || node.type === "JSXFragment") && !isPrinted && node.children.some(isText)) {
      add(node, elementText(node));
      isInPrinted = true;
    }
    if (node.type === "Literal" && typeof node.value === "string") add(node, node.value);
    if (node.type === "TemplateLiteral") add(node, templateText(node));
    for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value, isInPrinted);
  };
  visit(parseSync(file, code).program, false);
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, text }) => ({ line: code.slice(0, start).split("\n").length, text }));
}

/** @param {string} path a file or a folder; @returns {readonly string[]} the modules in it */
export function modulesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .map((file) => join(path, file));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const asked = process.argv.slice(2);
  for (const file of (asked.length === 0 ? ["src"] : asked).flatMap((path) => modulesIn(join(top, path)))) {
    const sentences = sentencesOf(file, readFileSync(file, "utf8"));
    if (sentences.length === 0) continue;
    console.log(`\n${relative(top, file)}`);
    for (const { line, text } of sentences) console.log(`${String(line).padStart(5)}  ${text}`);
  }
}
