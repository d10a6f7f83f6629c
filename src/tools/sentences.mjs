/**
 * Lists the sentences of the page, its help, its refusals and the command line, file by file, so that they can be read in one go:
 * `npm run sentences -- src/views/ranks src/findings`. A value in a sentence is shown as the code that computes it, in braces.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync } from "vite";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Attributes of elements that contain no sentences. */
const silentAttributes = new Set(["className", "d", "viewBox", "points", "transform", "style", "id", "htmlFor", "key"]);

/**
 * The sentences of a module: texts of three words or more, in the order in which they occur.
 * @param {string} file path of the module; its ending tells whether it contains JSX
 * @param {string} code
 * @returns {readonly { readonly line: number, readonly text: string }[]} lines count from 1
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
  // An element is one text with the elements inside it, such as words in bold type.
  const elementText = (node) => {
    if (node.type === "JSXText") return node.value;
    if (node.type === "JSXElement" || node.type === "JSXFragment") return node.children.map(elementText).join("");
    if (node.type !== "JSXExpressionContainer" || node.expression.type === "JSXEmptyExpression") return "";
    if (node.expression.type === "Literal") return String(node.expression.value);
    return node.expression.type === "TemplateLiteral" ? templateText(node.expression) : source(node.expression);
  };
  const isWords = (node) => node.type === "JSXText" && /\p{L}/u.test(node.value);
  const visit = (node, isInText) => {
    if (Array.isArray(node)) for (const each of node) visit(each, isInText);
    if (typeof node?.type !== "string" || /^(Import|ExportAll|TSLiteralType|TSTypeAnnotation)/.test(node.type)) return;
    if (node.type === "JSXAttribute" && silentAttributes.has(node.name.name)) return;
    const isElement = node.type === "JSXElement" || node.type === "JSXFragment";
    const isText = isElement && !isInText && node.children.some(isWords);
    if (isText) add(node, elementText(node));
    else if (node.type === "Literal" && typeof node.value === "string") add(node, node.value);
    else if (node.type === "TemplateLiteral") add(node, templateText(node));
    for (const value of Object.values(node)) if (typeof value === "object") visit(value, isInText || isText);
  };
  visit(parseSync(file, code).program, false);
  return found.sort((a, b) => a.start - b.start).map(({ start, text }) => ({ line: code.slice(0, start).split("\n").length, text }));
}

/**
 * The comments of a module, each as one line of text.
 * @param {string} file @param {string} code
 * @returns {readonly { readonly line: number, readonly text: string }[]} lines count from 1
 */
export function commentsOf(file, code) {
  return parseSync(file, code).comments.map(({ value, start }) => ({
    line: code.slice(0, start).split("\n").length,
    text: value
      .replace(/\n\s*\*?/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  }));
}

/**
 * @param {string} path a module or a folder
 * @returns {readonly string[]} the paths of the modules in it
 */
export function modulesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));
  return files.sort().map((file) => join(path, file));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const paths = process.argv.length > 2 ? process.argv.slice(2) : ["src"];
  for (const file of paths.flatMap((path) => modulesIn(join(top, path)))) {
    const sentences = sentencesOf(file, readFileSync(file, "utf8"));
    if (sentences.length === 0) continue;
    console.log(`\n${relative(top, file)}`);
    for (const { line, text } of sentences) console.log(`${String(line).padStart(5)}  ${text}`);
  }
}
