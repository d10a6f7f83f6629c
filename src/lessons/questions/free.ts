/** Question with a free text as response. It is not graded; the lesson's answer is shown next to the student's. */
import type { QuestionKind } from "./contract.ts";
import { rejectUnknownKeys } from "./readers.ts";

export interface FreeQuestion {
  readonly is: "free";
}

/** Longest text in an answer line, in characters. */
const maxResponseLength = 120;

export const freeQuestion: QuestionKind<FreeQuestion, true> = {
  id: "free",
  title: "answer in your own words",
  hasResultInLine: false,
  create: () => ({ is: "free" }),
  read(raw, path, _, issues) {
    const issuesBefore = issues.length;
    rejectUnknownKeys(raw, path, ["is"], issues);
    return issues.length > issuesBefore ? null : { is: "free" };
  },
  write: () => ({}),
  truth: () => true,
  grade: () => "open",
  writeResponse: (_, response) =>
    "text" in response ? `~${encodeURIComponent(response.text.slice(0, maxResponseLength).replaceAll(/\p{Surrogate}/gu, "\uFFFD"))}` : "-",
  readResponse(_, text) {
    if (!text.startsWith("~")) return null;
    try {
      return { text: decodeURIComponent(text.slice(1)).slice(0, maxResponseLength) };
    } catch {
      return null;
    }
  },
  writeTruth: () => "-",
};
