/** The token of this device in lines of answers: random, one for each lesson, kept in this browser. */
import { isDevice, newDevice } from "../../lessons/line.ts";
import { keepSetting, readSetting } from "../setting.ts";

/**
 * The token of this device for a lesson, by which an answer that is given again takes the place of the one before. It is kept even
 * where the browser keeps nothing, as long as the page is open.
 * @param memory tokens of this visit by the name of the lesson
 */
export function deviceFor(lesson: string, memory: Map<string, string>): string {
  const name = `device-${lesson}`;
  const kept = memory.get(lesson) ?? readSetting(name) ?? "";
  const device = isDevice(kept) ? kept : newDevice();
  memory.set(lesson, device);
  if (device !== kept) keepSetting(name, device);
  return device;
}
