/** Notices about what came in and cannot be used. */
import type { Notice } from "../state/session-state.ts";

/** What to say about a link or a file that cannot be used. */
export function noticeOf(title: string, fault: unknown, raw: string): Notice {
  // Issues are a line each; the first six are read.
  const lines = String(fault instanceof Error ? fault.message : fault).split("\n", 6);
  return { title, lines, raw: raw.length > 160 ? `${raw.slice(0, 157)}…` : raw };
}
