/** Draws single-line mutations of the sources at random: the same sources and seed give the same mutations. */
import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

/** Kinds of mutations. */
export const operators = ["comparison", "constant", "dropped line", "swapped arguments", "sign"] as const;
export type Operator = (typeof operators)[number];

/** The mutation of one line of a file; `after` is null if the line is deleted. */
export interface Mutation {
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly operator: Operator;
  readonly before: string;
  readonly after: string | null;
}

/** Number of mutations drawn from each folder; the engines come first. */
export const folderCounts: readonly (readonly [folder: string, count: number])[] = [
  ["src/core/flow-control/cut-through", 7],
  ["src/core/flow-control/wormhole", 3],
  ["src/core/flow-control/circuit", 2],
  ["src/core/flow-control/fluid", 2],
  ["src/core/flow-control/ideal", 1],
  ["src/core/simulation", 2],
  ["src/core/plan", 1],
  ["src/core/routings", 2],
  ["src/core/topologies", 2],
  ["src/core/patterns", 1],
  ["src/core/workloads", 3],
  ["src/core/measures", 2],
  ["src/core/analysis", 2],
  ["src/core/network", 2],
  ["src/core/scenario", 1],
  ["src/core/study", 1],
  ["src/formats", 1],
  ["src/links", 1],
  ["src/findings", 1],
  ["src/views", 2],
  ["src/app", 1],
];

/** The part of a syntax tree node that is used here, with the names of ESTree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly operator: string;
  readonly left: Node;
  readonly right: Node;
  readonly expression: Node;
  readonly arguments: readonly Node[];
  readonly value: unknown;
}

const comparisons: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" };
const signs: Readonly<Record<string, string>> = { "+": "-", "-": "+", "+=": "-=", "-=": "+=" };

/** All mutations of a file that this module can make. */
export function mutationsOf(file: string, text: string): readonly Mutation[] {
  const { program } = parseSync(file, text);
  const found: Mutation[] = [];
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const lineAt = (offset: number) => starts.findIndex((_, i) => offset < starts[i + 1]);
  const replace = (operator: Operator, start: number, end: number, replacement: string) => {
    const line = lineAt(start);
    if (end > starts[line + 1]) return;
    const before = lines[line];
    const after = before.slice(0, start - starts[line]) + replacement + before.slice(end - starts[line]);
    found.push({ file, line: line + 1, operator, before, after });
  };
  /** Replaces an operator, which is found in the text between its operands; comments are rare there. */
  const replaceOperator = (kind: Operator, left: Node, right: Node, operator: string, replacement: string) => {
    const at = text.indexOf(operator, left.end);
    if (at >= 0 && at < right.start) replace(kind, at, at + operator.length, replacement);
  };
  const isText = (node: Node) => node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    if (Array.isArray(value)) return value.forEach(walk);
    if ("type" in value && typeof value.type === "string") {
      const node = value as Node;
      // Types have no effect at run time, and imports cannot be mutated.
      if (/^(TSType|TSInterface|TSTypeAlias|Import|TSLiteral)/.test(node.type)) return;
      if (node.type === "BinaryExpression") {
        const { left, right, operator } = node;
        if (operator in comparisons) replaceOperator("comparison", left, right, operator, comparisons[operator]);
        if (operator in signs && !isText(left) && !isText(right)) replaceOperator("sign", left, right, operator, signs[operator]);
      }
      if (node.type === "AssignmentExpression" && node.operator in signs && !isText(node.right))
        replaceOperator("sign", node.left, node.right, node.operator, signs[node.operator]);
      if (node.type === "Literal" && typeof node.value === "number") replace("constant", node.start, node.end, String(node.value + 1));
      if (node.type === "ExpressionStatement" && /^(Call|Assignment|Update)Expression$/.test(node.expression.type)) {
        const line = lineAt(node.start);
        // The statement is alone on its line.
        if (lines[line].trim() === text.slice(node.start, node.end).trim())
          found.push({ file, line: line + 1, operator: "dropped line", before: lines[line], after: null });
      }
      // Products, minima and maxima do not depend on the order of their arguments.
      if (
        node.type === "CallExpression" &&
        node.arguments.length >= 2 &&
        !/^Math\.(imul|min|max|hypot)\(/.test(text.slice(node.start, node.end))
      ) {
        const [a, b] = node.arguments;
        const [left, right] = [text.slice(a.start, a.end), text.slice(b.start, b.end)];
        const isPlain = (each: Node) => each.type === "Identifier" || each.type === "MemberExpression";
        if (isPlain(a) && isPlain(b) && left !== right)
          replace("swapped arguments", a.start, b.end, right + text.slice(a.end, b.start) + left);
      }
    }
    for (const [key, part] of Object.entries(value)) if (key !== "typeAnnotation" && key !== "typeArguments") walk(part);
  };
  walk(program);
  return found;
}

/**
 * Draws the mutations of all folders.
 * @param top The project's folder, with a slash at its end.
 */
export function drawMutations(top: string, seed: number): readonly Mutation[] {
  const next = randomNumbers(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)];
  return folderCounts.flatMap(([folder, count]) => {
    const all = readdirSync(top + folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .sort()
      .flatMap((name) => mutationsOf(`${folder}/${name}`, readFileSync(`${top}${folder}/${name}`, "utf8")));
    const drawn: Mutation[] = [];
    while (drawn.length < count) {
      // All operators have the same probability; otherwise most mutations would be comparisons.
      const operator = pick(operators);
      const mutation = pick(all.filter((each) => each.operator === operator));
      // At most one mutation per file, as long as there are other files.
      if (mutation !== undefined && !drawn.some(({ file }) => file === mutation.file)) drawn.push(mutation);
    }
    return drawn;
  });
}

/** Random numbers in [0, 1) (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
