/**
 * The link to a study, readable: `study&terminals=4096&ports=64&budget=2000&under=uniform,group-shift&cost=per-port&cost.price=100`.
 * What is at its default is left out.
 */
import { type ValidationIssue, ScenarioError } from "../core/base/errors.ts";
import { type Need, needParams, readNeed, writeNeed } from "../core/study/need.ts";

const name = "study";

/** The fragment of a need, without `#`. */
export function writeStudy(need: Need): string {
  const { cost, ...rest } = writeNeed(need) as Record<string, unknown> & { readonly cost?: Readonly<Record<string, unknown>> };
  const plain = Object.entries(rest).map(([key, value]) => [key, Array.isArray(value) ? value.join(",") : String(value)]);
  const { kind, ...own } = cost ?? {};
  const prices =
    kind === undefined ? [] : [["cost", String(kind)], ...Object.entries(own).map(([key, value]) => [`cost.${key}`, written(value)])];
  return [name, ...[...plain, ...prices].map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`)].join("&");
}

const written = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));

/**
 * Reads the fragment of a study.
 * @throws ScenarioError with every fault: path, value, what was expected
 */
export function readStudy(fragment: string): Need {
  const [, ...parts] = fragment.replace(/^#/, "").split("&");
  const issues: ValidationIssue[] = [];
  const input: Record<string, unknown> = {};
  const prices: Record<string, unknown> = {};
  for (const [key, text] of new URLSearchParams(parts.join("&"))) {
    if (key === "under") input[key] = text.split(",").filter((each) => each !== "");
    else if (key === "cost") prices["kind"] = text;
    else if (key.startsWith("cost.")) prices[key.slice(5)] = valueOf(text);
    else input[key] = valueOf(text);
  }
  if (Object.keys(prices).length > 0) {
    const { default: usual } = needParams.cost;
    input["cost"] = { kind: usual.kind, ...prices };
  }
  const need = readNeed(input, issues);
  if (issues.length > 0) throw new ScenarioError(issues);
  return { ...need, under: [...new Set(need.under)] };
}

/** A value as it stood in a document: numbers, yes and no, lists of numbers; else the text. */
function valueOf(text: string): unknown {
  if (/^(true|false)$/.test(text)) return text === "true";
  const one = (part: string) => (part.trim() !== "" && Number.isFinite(Number(part)) ? Number(part) : part);
  return text.includes(",") ? text.split(",").map(one) : one(text);
}
