/** The random token that identifies this device in lines of answers: one per lesson, stored in this browser. */
import { isDeviceToken, createDeviceToken } from "../../lessons/answer-line.ts";
import { storeSetting, readSetting } from "../settings.ts";

/**
 * The token of this device for a lesson. By this token, a second answer from the device replaces its first answer.
 * @param memory Tokens by lesson name, used while the page is open if the browser stores nothing.
 */
export function deviceTokenFor(lesson: string, memory: Map<string, string>): string {
  const settingName = `device-${lesson}`;
  const storedToken = memory.get(lesson) ?? readSetting(settingName) ?? "";
  const token = isDeviceToken(storedToken) ? storedToken : createDeviceToken();
  memory.set(lesson, token);
  if (token !== storedToken) storeSetting(settingName, token);
  return token;
}
