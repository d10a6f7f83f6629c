/** Notices about links and files that cannot be used. */
import { describeIssues, ScenarioError } from "../../core/base/errors.ts";
import type { Notice } from "../state/session-state.ts";

/** The notice for a link or a file that cannot be used, with the reasons. */
export function noticeOf(title: string, error: unknown, raw: string): Notice {
  const lines = error instanceof ScenarioError ? describeIssues(error.issues) : [String(error instanceof Error ? error.message : error)];
  return { title, lines: lines.slice(0, 6), raw: raw.length > 160 ? `${raw.slice(0, 157)}…` : raw };
}
