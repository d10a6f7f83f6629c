/** The random seed of this device. A link with `seed=ask` gives every device its own. */
import { storeSetting, readSetting } from "../settings.ts";

/** Largest seed of a device: short enough to be typed by hand. */
const maxDeviceSeed = 9999;

/** The seed of this device: the same for all lessons and scenarios, as long as the browser stores it. */
export function deviceSeed(): number {
  const stored = Number(readSetting("seed"));
  if (Number.isInteger(stored) && stored >= 1 && stored <= maxDeviceSeed) return stored;
  const seed = 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % maxDeviceSeed);
  storeSetting("seed", String(seed));
  return seed;
}
