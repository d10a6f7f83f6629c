/** Documents of this program: detected by their sections and passed on as parsed JSON. The caller validates them. */
import { allParams } from "../../core/scenario/document.ts";
import type { Format, ReadResult } from "../contract.ts";
import { refusedResult, DiagnosticsCollector } from "../diagnostics.ts";
import { parseJson } from "./attributed/parse-json.ts";

const id = "own-json";
/** Sections that a document of this program has and that other texts rarely have. */
const sections = ["topology", "workload", "flowControl", "technology", "mapping"] as const;

/** Keys that may come first in a document. Links are excluded because networks of other programs have them, too. */
const firstKeys = ["$schema", "version", "title", "beside", "sweep", "engine", "digest", ...Object.keys(allParams)].filter(
  (key) => key !== "links",
);

export const fabricscopeJson: Format = {
  id,
  title: "Fabricscope",
  contentKind: "document",
  extension: "json",
  source: "scenario.schema.json of this program",
  limitations: [],
  confidenceOf(excerpt) {
    if (!/^\s*\{/.test(excerpt)) return 0;
    if (/"format"\s*:\s*"fabricscope-/.test(excerpt)) return 1;
    const count = sections.filter((section) => new RegExp(`"${section}"\\s*:\\s*(\\{|")`).test(excerpt)).length;
    if (count > 0) return count === 1 ? 0.7 : 0.97;
    const [, first = ""] = /^\s*\{\s*"([^"]{1,20})"\s*:/.exec(excerpt) ?? [];
    return firstKeys.includes(first) ? 0.55 : 0;
  },
  read(text, { onProgress } = {}): ReadResult {
    const { value, lines, refused } = parseJson(text, onProgress);
    if (refused !== null) return refusedResult(id, lines, refused);
    const isDocument = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isDocument)
      return refusedResult(
        id,
        lines,
        "The file is not an object with sections such as topology and workload. Open a file that this program has saved.",
      );
    return { format: id, document: value, ...new DiagnosticsCollector().summary(lines) };
  },
};
