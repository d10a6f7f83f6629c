/** The published lessons that the reader has finished, stored in this browser. */
import { readSettingList, updateSettingList } from "../settings.ts";

/** Maximum number of lessons that are remembered. */
const maxLessons = 100;
const settingName = "finished-lessons";

/** The ids of the lessons, the last finished one first. */
export const finishedLessons = (): readonly string[] => readSettingList(settingName, maxLessons);

/** Remembers a lesson as finished. */
export function rememberFinishedLesson(id: string): void {
  updateSettingList(settingName, maxLessons, id);
}
