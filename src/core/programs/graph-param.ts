/** The parameter that holds a graph of operations as text, and a cached reader of it. */
import type { ValidationIssue } from "../base/errors.ts";
import { lru } from "../base/once.ts";
import { text, type TextParam } from "../base/params.ts";
import { mix } from "../base/random.ts";
import { Unreadable } from "../base/symbols.ts";
import type { ProgramGraph } from "./graph.ts";
import { longestProgramText, readProgramText } from "./graph-text.ts";

/** A text parameter for a graph of operations. The page writes the text when it reads a file. */
export function graphText(options: Pick<TextParam, "title" | "help" | "say"> & { readonly default: string }): TextParam {
  return text({ ...options, maxLength: longestProgramText, shorten: lru(hashOfLongText) });
}

/** 64-bit hash of a long text, as 16 hexadecimal digits. It reads four characters at a time. */
export function hashOfLongText(text: string): string {
  const halves = [mix(1, text.length, 0), mix(2, text.length, 0)];
  for (let i = 0; i < text.length; i += 4) {
    // Beyond the end, `charCodeAt` gives NaN, which counts as 0.
    const signs = text.charCodeAt(i) ^ (text.charCodeAt(i + 1) << 8) ^ (text.charCodeAt(i + 2) << 16) ^ (text.charCodeAt(i + 3) << 24);
    halves[0] = mix(halves[0], signs, i);
    halves[1] = mix(halves[1], signs, i);
  }
  return halves.map((half) => half.toString(16).padStart(8, "0")).join("");
}

interface Read {
  /** If the text cannot be read: one rank without operations. */
  readonly graph: ProgramGraph;
  /** The reason why the text cannot be read, as a clause that continues "the text"; null if it can. */
  readonly fault: string | null;
}

/** Cached, because a scenario is checked, compiled and described from the same text. */
const readLately = lru((text): Read => {
  try {
    return { graph: readProgramText(text), fault: null };
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return { graph: readProgramText("ABAA"), fault: fault.message };
  }
}, 2);

/** The graph that a text describes. */
export function graphOf(text: string): ProgramGraph {
  return readLately(text).graph;
}

/** The issues of a text, with the parameter as their path. */
export function checkGraphText(text: string, path: string): readonly ValidationIssue[] {
  const { fault } = readLately(text);
  return fault === null ? [] : [{ path, message: `the text ${fault}.`, remedy: "Open the file again that it comes from." }];
}
