/** The random seed of this device. A link with `seed=ask` gives every device its own. */
import { keepSetting, readSetting } from "../setting.ts";

/** Largest seed of a device: short enough to be typed by hand. */
const largest = 9999;

/** The seed of this device: the same for all lessons and scenarios, as long as the browser stores it. */
export function ownSeed(): number {
  const kept = Number(readSetting("seed"));
  if (Number.isInteger(kept) && kept >= 1 && kept <= largest) return kept;
  const seed = 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % largest);
  keepSetting("seed", String(seed));
  return seed;
}
