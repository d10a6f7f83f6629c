/** Notices about what came in and cannot be used. */
import type { Notice } from "../state/session-state.ts";

/** What to say about a link or a file that cannot be used. */
export function noticeOf(title: string, fault: unknown, raw: string): Notice {
  // Issues are a line each.
  const lines = (fault instanceof Error ? fault.message : String(fault)).split("\n");
  return { title, lines: lines.slice(0, 6), raw: raw.length > 160 ? `${raw.slice(0, 157)}…` : raw };
}
