/** The seed of this device: a link with `seed=ask` gives every device its own. */
import { keepSetting, readSetting } from "../setting.ts";

/** Largest seed that a device gives itself: short enough for a line that is typed. */
const largest = 9999;

/** The same for every lesson and every scenario, as long as the browser keeps it. */
export function ownSeed(): number {
  const kept = Number(readSetting("seed"));
  if (Number.isInteger(kept) && kept >= 1 && kept <= largest) return kept;
  const seed = 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % largest);
  keepSetting("seed", String(seed));
  return seed;
}
