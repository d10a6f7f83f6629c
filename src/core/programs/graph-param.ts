/** The parameter that holds a graph of operations as a text, and what is read of it. */
import type { ValidationIssue } from "../base/errors.ts";
import { lru } from "../base/once.ts";
import { text, type TextParam } from "../base/params.ts";
import { mix } from "../base/random.ts";
import { Unreadable } from "../base/symbols.ts";
import type { ProgramGraph } from "./graph.ts";
import { longestProgramText, readProgramText } from "./graph-text.ts";

/** A graph of operations, as a page writes it when it reads a file. */
export function graphText(options: Pick<TextParam, "title" | "help" | "say"> & { readonly default: string }): TextParam {
  return text({ ...options, maxLength: longestProgramText, shorten: lru(hashOfLongText) });
}

/** Hash of a long text to 64 bits, as 16 hexadecimal digits: four of its signs at a time. */
export function hashOfLongText(text: string): string {
  const halves = [mix(1, text.length, 0), mix(2, text.length, 0)];
  for (let i = 0; i < text.length; i += 4) {
    // Behind the end stands nothing.
    const signs = text.charCodeAt(i) ^ (text.charCodeAt(i + 1) << 8) ^ (text.charCodeAt(i + 2) << 16) ^ (text.charCodeAt(i + 3) << 24);
    halves[0] = mix(halves[0], signs, i);
    halves[1] = mix(halves[1], signs, i);
  }
  return halves.map((half) => half.toString(16).padStart(8, "0")).join("");
}

interface Read {
  /** One rank without operations where the text cannot be read. */
  readonly graph: ProgramGraph;
  /** Why it cannot, going on from "the text"; null where it can. */
  readonly fault: string | null;
}

/** What a text says, kept for a while: a scenario is checked, compiled and told with the same one. */
const readLately = lru((text): Read => {
  try {
    return { graph: readProgramText(text), fault: null };
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return { graph: readProgramText("ABAA"), fault: fault.message };
  }
}, 2);

/** The graph of a text. */
export function graphOf(text: string): ProgramGraph {
  return readLately(text).graph;
}

/** What is wrong with a text: an issue with the parameter as its path. */
export function checkGraphText(text: string, path: string): readonly ValidationIssue[] {
  const { fault } = readLately(text);
  return fault === null ? [] : [{ path, message: `the text ${fault}.`, remedy: "Open the file again that it comes from." }];
}
