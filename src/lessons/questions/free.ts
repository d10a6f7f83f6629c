/** Question with a free text as response. It is not graded; the lesson's answer is shown next to the student's. */
import type { QuestionKind } from "./contract.ts";
import { readKeys } from "./parts.ts";

export interface FreeQuestion {
  readonly is: "free";
}

/** Longest text in an answer line, in characters. */
const longest = 120;

export const free: QuestionKind<FreeQuestion, true> = {
  id: "free",
  title: "answer in your own words",
  begin: () => ({ is: "free" }),
  read(raw, path, _, issues) {
    const before = issues.length;
    readKeys(raw, path, ["is"], issues);
    return issues.length > before ? null : { is: "free" };
  },
  write: () => ({}),
  truth: () => true,
  judge: () => "open",
  writeSaid: (_, said) =>
    "text" in said ? `~${encodeURIComponent(said.text.slice(0, longest).replaceAll(/\p{Surrogate}/gu, "\uFFFD"))}` : "-",
  readSaid(_, text) {
    if (!text.startsWith("~")) return null;
    try {
      return { text: decodeURIComponent(text.slice(1)).slice(0, longest) };
    } catch {
      return null;
    }
  },
  writeTruth: () => "-",
};
