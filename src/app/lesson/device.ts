/** The random token that identifies this device in lines of answers: one per lesson, stored in this browser. */
import { isDevice, newDevice } from "../../lessons/line.ts";
import { keepSetting, readSetting } from "../setting.ts";

/**
 * The token of this device for a lesson. With it, a second answer replaces the first one.
 * @param memory Tokens by lesson name, used while the page is open if the browser stores nothing.
 */
export function deviceFor(lesson: string, memory: Map<string, string>): string {
  const name = `device-${lesson}`;
  const kept = memory.get(lesson) ?? readSetting(name) ?? "";
  const device = isDevice(kept) ? kept : newDevice();
  memory.set(lesson, device);
  if (device !== kept) keepSetting(name, device);
  return device;
}
