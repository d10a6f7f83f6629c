/** The parameter that holds a graph of operations as text, and a cached reader of it. */
import type { ValidationIssue } from "../base/errors.ts";
import { memoizeTexts } from "../base/memoize.ts";
import { text, type TextParam } from "../base/params.ts";
import { mix } from "../base/random.ts";
import { UnreadableText } from "../base/symbols.ts";
import type { ProgramGraph } from "./graph.ts";
import { maxProgramText, readProgramText } from "./graph-text.ts";

/** A text parameter for a graph of operations. The page writes the text when it reads a file. */
export function graphText(options: Pick<TextParam, "title" | "help" | "say"> & { readonly default: string }): TextParam {
  return text({ ...options, maxLength: maxProgramText, shorten: memoizeTexts(hashOfLongText) });
}

/** 64-bit hash of a long text, as 16 hexadecimal digits. It reads four characters at a time. */
export function hashOfLongText(text: string): string {
  const halves = [mix(1, text.length, 0), mix(2, text.length, 0)];
  for (let i = 0; i < text.length; i += 4) {
    // Beyond the end, `charCodeAt` gives NaN, which counts as 0.
    const characters = text.charCodeAt(i) ^ (text.charCodeAt(i + 1) << 8) ^ (text.charCodeAt(i + 2) << 16) ^ (text.charCodeAt(i + 3) << 24);
    halves[0] = mix(halves[0], characters, i);
    halves[1] = mix(halves[1], characters, i);
  }
  return halves.map((half) => half.toString(16).padStart(8, "0")).join("");
}

interface ReadGraph {
  /** If the text cannot be read: one rank without operations. */
  readonly graph: ProgramGraph;
  /** The reason why the text cannot be read, as a clause that continues "the text"; null if it can. */
  readonly reason: string | null;
}

/** Cached, because a scenario is checked, compiled and described from the same text. */
const readCached = memoizeTexts((text): ReadGraph => {
  try {
    return { graph: readProgramText(text), reason: null };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    return { graph: readProgramText("ABAA"), reason: error.message };
  }
}, 2);

/** The graph that a text describes. */
export function graphOfText(text: string): ProgramGraph {
  return readCached(text).graph;
}

/** The issues of a text, with the parameter as their path. */
export function checkGraphText(text: string, path: string): readonly ValidationIssue[] {
  const { reason } = readCached(text);
  return reason === null ? [] : [{ path, message: `the text ${reason}.`, remedy: "Open the original file again." }];
}
